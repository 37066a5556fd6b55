import type { MarkdownLabels } from './lex-markdown.js';
import { markdownToParts } from './markdown.js';

/** Whether Markdown may contain blocks. Text without them is rendered without searching for them. @experimental */
export function mayHoldBlocks(source: string): boolean {
  return /<!--\s+wp:/.test(source);
}

/** Comment that would be read as a delimiter. */
const DELIMITER = /<!--(?=\s+\/?wp:)/g;

/** Markdown as a document of blocks, not safe yet. */
export interface MarkdownDocument {
  readonly document: string;
  readonly footnoteIds: readonly string[];
}

/**
 * Converts Markdown to a document of blocks. Delimiters count only where they are HTML of their own, between
 * paragraphs. In a code sample, a list or a line of text, they are content to display.
 */
export function markdownDocument(source: string, labels: MarkdownLabels): MarkdownDocument {
  const { parts, footnoteIds } = markdownToParts(source, labels);
  const document = parts.map(({ html, isRaw }) => (isRaw ? html : html.replace(DELIMITER, '<!--/'))).join('');
  return { document, footnoteIds };
}
