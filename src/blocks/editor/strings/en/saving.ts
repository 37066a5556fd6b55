/** Saving, and what stops it. */
export const saving = {
  'offline-text':
    'The server cannot be reached. Your text stays here and in this browser; save again when you are back.',
  'conflict-text':
    'Somebody else has saved this article since you opened it. Your text stays here and in this browser until you decide.',
  'conflict-mine': 'Save mine over it',
  'conflict-theirs': 'Open theirs, drop mine',
  'logged-out-text': 'You are logged out. Your text stays here and in this browser: log in, then save again.',
  'log-in': 'Log in in a new tab',
  'forbidden-text': 'Your account may not save this. Your text stays here and in this browser.',
  'gone-text': 'This article is no longer there. Your text stays here and in this browser; copy it before you leave.',
  'refused-text': 'The server did not accept this text: {message}',
  'kept-text': 'This browser keeps a text from {time} that was not saved.',
  'kept-restore': 'Go on with it',
  'kept-drop': 'Drop it',
  'script-failed': 'Some blocks are missing: {script} could not be loaded. Texts that have them keep them as they are.',
} as const;
