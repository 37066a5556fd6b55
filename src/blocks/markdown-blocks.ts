import type { MarkdownLabels } from './lex-markdown.js';
import { markdownToParts } from './markdown.js';

/** Whether a Markdown text may hold blocks: what does not is rendered without looking for them. */
export function mayHoldBlocks(source: string): boolean {
  return /<!--\s+wp:/.test(source);
}

/** A comment that would be read as a delimiter. */
const DELIMITER = /<!--(?=\s+\/?wp:)/g;

/** A Markdown text as a document of blocks, not safe yet. */
export interface MarkdownDocument {
  readonly document: string;
  readonly footnoteIds: readonly string[];
}

/**
 * Writes a Markdown text as a document of blocks. Their delimiters count where they stand as HTML of their own, between paragraphs: in a
 * sample of code, a list or a line of text they are what the author shows, not what is meant.
 */
export function markdownDocument(source: string, labels: MarkdownLabels): MarkdownDocument {
  const { parts, footnoteIds } = markdownToParts(source, labels);
  const document = parts.map(({ html, isRaw }) => (isRaw ? html : html.replace(DELIMITER, '<!--/'))).join('');
  return { document, footnoteIds };
}
