/**
 * Block in a document, with the member names of WordPress's parsers, which hooks and the editor know. `innerContent`
 * is the content in order: HTML, and null for the next of `innerBlocks`.
 */
export interface ParsedBlock {
  /** `core/paragraph`; null for HTML outside of all blocks. */
  readonly blockName: string | null;
  /** Attributes in the opening comment; null if they are not valid JSON. */
  readonly attrs: Readonly<Record<string, unknown>> | null;
  readonly innerBlocks: readonly ParsedBlock[];
  /** HTML parts of `innerContent`, joined. */
  readonly innerHTML: string;
  readonly innerContent: readonly (string | null)[];
}

/** Creates a block for HTML outside of all blocks. */
export function freeform(html: string): ParsedBlock {
  return { blockName: null, attrs: {}, innerBlocks: [], innerHTML: html, innerContent: [html] };
}
