/** Texts for server previews of blocks and for link cards. */
export const preview = {
  'preview-loading': 'The preview is being made…',
  'preview-empty': 'There is nothing to show here yet: readers see nothing of this block.',
  'preview-failed': 'The preview could not be made. {message}',
  'preview-offline': 'The server cannot be reached.',
  'preview-retry': 'Try again',
  'card-title': 'Link card',
  'card-description': 'A link to another site as a card. Nothing of that site is loaded, here or for readers.',
  'card-address': 'Address',
  'card-hint': 'An address that begins with https:// or http://.',
  'card-insert': 'Show the card',
  'card-change': 'Change the address',
  'card-wrong': 'This is no address of a page on the web. It begins with https://.',
} as const;
