/**
 * What a file may have at most, so that none fills the memory. Real ones stay far below: an entry has some 2,000 characters
 * in 50 elements of 12 levels.
 */
export const LIMITS = {
  /** Levels of elements. */
  depth: 64,
  /** Characters between two tags, and within one. */
  text: 1024 * 1024,
  /** Characters and {@link LIMITS.element} of an entry without its parts, of a part, of an account. */
  record: 1024 * 1024,
  /** What an element counts as, besides its text. */
  element: 100,
  /** Parts of one entry that are read one by one. Beyond them the entry is read as a whole. */
  parts: 20_000,
  /** Characters of all parts of one entry. */
  batch: 16 * 1024 * 1024,
} as const;
