/**
 * Handling of images and downloads in a source. `copy` imports them into the media library, `link` links to the
 * source, and `skip` leaves the text unchanged.
 */
export const MEDIA_MODES = ['link', 'copy', 'skip'] as const;
export type MediaMode = (typeof MEDIA_MODES)[number];

/** File extensions of images and downloads. */
export const MEDIA_FILE =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|gz|tgz|csv|xlsx?|docx?|pptx?|od[tsp]|mp[34]|m4a|ogg|wav|webm|mov|txt)$/i;
