/**
 * A block as it stands in a document, with the member names of WordPress's parsers, which hooks and the editor know.
 * `innerContent` is what the block holds in order: HTML, and null for the next of `innerBlocks`.
 */
export interface ParsedBlock {
  /** `core/paragraph`; null for HTML outside of all blocks. */
  readonly blockName: string | null;
  /** What the opening comment says; null where it is no JSON. */
  readonly attrs: Readonly<Record<string, unknown>> | null;
  readonly innerBlocks: readonly ParsedBlock[];
  /** The HTML of `innerContent` alone. */
  readonly innerHTML: string;
  readonly innerContent: readonly (string | null)[];
}
