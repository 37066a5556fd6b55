import { parseBlocks } from '../grammar/parse.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { serializeBlocks } from '../grammar/serialize.js';
import { lexMarkdown } from '../lex-markdown.js';
import { markdownDocument } from '../markdown-blocks.js';
import { htmlToBlocks } from './html-to-blocks.js';
import { CARES } from './inline-markdown.js';
import { footnotesOf, markdownTextOf, writeBlock } from './markdown-of-block.js';
import { type ConvertOptions, markdownToBlocks, NOTHING } from './markdown-to-blocks.js';
import { areSameBlocks } from './same-blocks.js';

/**
 * Converts blocks to Markdown without loss.
 *
 * A block becomes Markdown if that Markdown converts back to the same block. Any other block stays as it is, as
 * comments around HTML, which renders in an article in Markdown as it does in an article of blocks.
 */
export function blocksToMarkdown(blocks: readonly ParsedBlock[], options: ConvertOptions): string {
  const own = blocks.flatMap((block) => (block.blockName === null ? htmlToBlocks(block.innerHTML) : [block]));
  const withNotes = own.map((block) => pieceOf(block, options, true));
  // Footnotes become Markdown only if all their references do: a reference left as HTML would lose its note.
  const isWhole = !withNotes.some((piece) => piece.includes('doc-noteref'));
  const pieces = isWhole ? withNotes : own.map((block) => pieceOf(block, options, false));
  const separated = pieces.flatMap((piece, index) => (joins(pieces[index - 1], piece) ? [NOTHING, piece] : [piece]));
  return separated.length === 0 ? '' : `${separated.join('\n\n')}\n`;
}

/** @param notes whether footnotes are written as Markdown */
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

/**
 * Whether the Markdown converts back to the block. Footnotes are defined at the end of the document, so placeholders
 * define them here.
 */
function isSame(markdown: string, block: ParsedBlock, options: ConvertOptions): boolean {
  const labels = new Set(Array.from(markdown.matchAll(/\[\^(\d+)\]/g), ([, label = '']) => label));
  const definitions = [...labels].map((label) => `\n\n[^${label}]: note`).join('');
  const found = markdownToBlocks(markdown + definitions, options);
  const withoutNotes = labels.size > 0 ? found.filter((one) => footnotesOf(one) === null) : found;
  return areSameBlocks(withoutNotes, [block]) && endsByItself(markdown, options);
}

/** Whether the Markdown ends by itself. An unclosed fence, for example, would swallow what follows. */
function endsByItself(markdown: string, { labels }: ConvertOptions): boolean {
  const { tokens } = lexMarkdown(`${markdown}\n\n${NOTHING}\n`, labels, () => '');
  const last = tokens.at(-1);
  return last?.type === 'html' && last.raw.trim() === NOTHING;
}

const BULLET = /^[-*+](?:\s|$)/;

const NUMBER = /^\d{1,9}[.)](?:\s|$)/;

/** Whether two pieces would merge: adjacent lists of the same type, or an indented piece with the one above. */
function joins(before: string | undefined, after: string): boolean {
  if (before === undefined) return false;
  const lines = before.split('\n');
  const isBelow = (list: RegExp): boolean => list.test(after) && lines.some((line) => list.test(line));
  return isBelow(BULLET) || isBelow(NUMBER) || /^\s/.test(after);
}

/**
 * Writes a block for an article in Markdown: its comments and HTML, none of which Markdown may parse as text. A blank
 * line would end the HTML, so blank lines are removed. If that is not enough, everything goes on one line.
 */
function amongMarkdown(block: ParsedBlock, { labels }: ConvertOptions): string {
  const source = serializeBlocks([block]).trim();
  const compact = change(source, {
    html: (part) => part.replace(/\n[ \t\r\n]*\n/g, '\n'),
    sample: (part) => part.replace(/\r?\n(?=[ \t]*\r?\n)/g, '&#10;'),
  });
  const blocks = parseBlocks(markdownDocument(compact, labels).document);
  return areSameBlocks(blocks, [block]) && isHtmlAlone(compact, blocks)
    ? compact
    : change(source, {
        html: (part) => part.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
        sample: (part) => part.replace(/\r?\n/g, '&#10;'),
      });
}

/** Whether no part of the source was parsed as Markdown. */
function isHtmlAlone(source: string, blocks: readonly ParsedBlock[]): boolean {
  return (
    serializeBlocks(blocks.filter((block) => block.blockName !== null || block.innerHTML.trim() !== '')) === source
  );
}

interface Change {
  readonly html: (part: string) => string;
  /** Transforms `pre` elements, where line breaks matter: one that the source may not contain becomes an entity. */
  readonly sample: (part: string) => string;
}

function change(source: string, { html, sample }: Change): string {
  const [end = '', ...before] = source.split('</pre>').toReversed();
  const changed = before.toReversed().map((part) => {
    const start = part.search(/<pre\b[^<>]*>/);
    return start === -1 ? html(`${part}</pre>`) : html(part.slice(0, start)) + sample(`${part.slice(start)}</pre>`);
  });
  return changed.join('') + html(end);
}
