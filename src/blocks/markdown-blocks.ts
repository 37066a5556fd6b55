import { parseBlocks } from './grammar/parse.js';
import type { ParsedBlock } from './grammar/parsed-block.js';
import type { MarkdownLabels } from './lex-markdown.js';
import { markdownToParts } from './markdown.js';

/** Whether a Markdown text may hold blocks: what does not is rendered without looking for them. */
export function mayHoldBlocks(source: string): boolean {
  return /<!--\s+wp:/.test(source);
}

/** A comment that would be read as a delimiter. */
const DELIMITER = /<!--(?=\s+\/?wp:)/g;

/**
 * The blocks of a Markdown text. Their delimiters count where they stand as HTML of their own, between paragraphs: in a
 * sample of code, a list or a line of text they are what the author shows, not what is meant.
 */
export function parseMarkdownBlocks(
  source: string,
  labels: MarkdownLabels,
): { readonly blocks: readonly ParsedBlock[]; readonly footnoteIds: readonly string[] } {
  const { parts, footnoteIds } = markdownToParts(source, labels);
  const document = parts.map(({ html, isRaw }) => (isRaw ? html : html.replace(DELIMITER, '<!--/'))).join('');
  return { blocks: parseBlocks(document), footnoteIds };
}
