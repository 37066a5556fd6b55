/**
 * Limits that keep a file from exhausting memory.
 * Real files stay far below: an entry has about 2,000 characters in 50 elements on 12 levels.
 */
export const LIMITS = {
  /** Maximum nesting depth of elements. */
  depth: 64,
  /** Maximum characters between two tags, or within one. */
  text: 1024 * 1024,
  /**
   * Maximum size of an entry without its parts, of a part or of an account.
   * In characters, plus {@link LIMITS.element} for each element.
   */
  record: 1024 * 1024,
  /** Size of an element without its text. */
  element: 100,
  /** Maximum number of parts of an entry. Beyond it the entry is read as a whole. */
  parts: 20_000,
  /** Maximum characters of all parts of one entry. */
  batch: 16 * 1024 * 1024,
} as const;
