import type { ParsedBlock } from '../grammar/parsed-block.js';
import { lexMarkdown } from '../lex-markdown.js';
import { amongMarkdown } from './blocks-among-markdown.js';
import { htmlToBlocks } from './html-to-blocks.js';
import { CARES } from './inline-markdown.js';
import { footnotesOf, markdownTextOf, writeBlock } from './markdown-of-block.js';
import { type ConvertOptions, markdownToBlocks, NOTHING } from './markdown-to-blocks.js';
import { areSameBlocks } from './same-blocks.js';

/**
 * A document of blocks as Markdown. A block becomes Markdown where that Markdown becomes the same block again; every other
 * one stays as it is, as comments round HTML, which an article in Markdown shows as an article of blocks does. So nothing
 * is lost, whatever a block holds.
 */
export function blocksToMarkdown(blocks: readonly ParsedBlock[], options: ConvertOptions): string {
  const own = blocks.flatMap((block) => (block.blockName === null ? htmlToBlocks(block.innerHTML) : [block]));
  const withNotes = own.map((block) => pieceOf(block, options, true));
  // A note is one of the text only if all that refers to it is: elsewhere it would be none.
  const isWhole = !withNotes.some((piece) => piece.includes('doc-noteref'));
  const pieces = isWhole ? withNotes : own.map((block) => pieceOf(block, options, false));
  const separated = pieces.flatMap((piece, index) => (joins(pieces[index - 1], piece) ? [NOTHING, piece] : [piece]));
  return separated.length === 0 ? '' : `${separated.join('\n\n')}\n`;
}

/** @param notes whether footnotes are those of Markdown */
function pieceOf(block: ParsedBlock, options: ConvertOptions, notes: boolean): string {
  const source = markdownTextOf(block, options.markdownBlock);
  if (source !== null) return endsByItself(source, options) ? source : amongMarkdown(block, options);
  const definitions = notes ? footnotesOf(block) : null;
  if (definitions !== null) return definitions;
  for (const care of CARES) {
    const markdown = writeBlock(block, { care, notes });
    if (markdown === null || markdown.trim() === '') break;
    if (isSame(markdown, block, options)) return markdown;
  }
  return amongMarkdown(block, options);
}

/** Footnotes are defined at the end of the text: here each has to have something to lead to. */
function isSame(markdown: string, block: ParsedBlock, options: ConvertOptions): boolean {
  const labels = new Set(Array.from(markdown.matchAll(/\[\^(\d+)\]/g), ([, label = '']) => label));
  const definitions = [...labels].map((label) => `\n\n[^${label}]: note`).join('');
  const found = markdownToBlocks(markdown + definitions, options);
  const withoutNotes = labels.size > 0 ? found.filter((one) => footnotesOf(one) === null) : found;
  return areSameBlocks(withoutNotes, [block]) && endsByItself(markdown, options);
}

/** Whether what comes after it is not taken for a part of it, as after a fence that nobody closed. */
function endsByItself(markdown: string, { labels }: ConvertOptions): boolean {
  const { tokens } = lexMarkdown(`${markdown}\n\n${NOTHING}\n`, labels, () => '');
  const last = tokens.at(-1);
  return last?.type === 'html' && last.raw.trim() === NOTHING;
}

const BULLET = /^[-*+](?:\s|$)/;
const NUMBER = /^\d{1,9}[.)](?:\s|$)/;

/** Two lists of a kind, one below the other, would be one; and what is indented would be a part of what is above. */
function joins(before: string | undefined, after: string): boolean {
  if (before === undefined) return false;
  const lines = before.split('\n');
  const isBelow = (list: RegExp): boolean => list.test(after) && lines.some((line) => list.test(line));
  return isBelow(BULLET) || isBelow(NUMBER) || /^\s/.test(after);
}
