import { HostError } from '../../core/errors.js';
import { parseBlocks } from '../grammar/parse.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { serializeBlocks } from '../grammar/serialize.js';
import { ENGLISH, type MarkdownLabels } from '../lex-markdown.js';
import { assertRenderable } from '../markdown.js';
import { blocksToMarkdown } from './blocks-to-markdown.js';
import { withLineBreaks } from './build-blocks.js';
import { htmlToBlocks } from './html-to-blocks.js';
import { markdownToBlocks } from './markdown-to-blocks.js';

/** What a text can become. */
export type ConvertedFormat = 'blocks' | 'markdown';

export interface ConvertTextOptions {
  readonly from: ConvertedFormat | 'html';
  readonly to: ConvertedFormat;
  /** Words that rendering adds, in the language of the text; by default English. */
  readonly labels?: Partial<MarkdownLabels>;
  /** A block that holds a text in Markdown, for what no other block can say; without it that becomes HTML. */
  readonly markdownBlock?: string;
}

/**
 * A text in another format. Nothing of it is lost: what blocks cannot say of Markdown keeps its source in `markdownBlock`,
 * what they cannot say of HTML becomes `core/html`, and what Markdown cannot say of blocks stays a block among the Markdown.
 * It needs no DOM and no package of WordPress.
 *
 * ```ts
 * const document = convertText(recipe.text, { from: 'markdown', to: 'blocks' });
 * ```
 * @throws HostError 413 `markdown_too_large` above 2 MB, `conversion_too_large` for one of very many parts
 */
export function convertText(source: string, { from, to, labels, markdownBlock }: ConvertTextOptions): string {
  if (from === to) return source;
  assertConvertible(source);
  const options = { labels: { ...ENGLISH, ...labels }, ...(markdownBlock === undefined ? {} : { markdownBlock }) };
  const text = source.replace(/^\uFEFF/, '');
  if (to === 'blocks') return written(from === 'html' ? htmlToBlocks(text) : markdownToBlocks(text, options));
  return blocksToMarkdown(from === 'html' ? htmlToBlocks(text) : parseBlocks(text), options);
}

/** Lines, comments and elements: what each block takes at least one of, and what takes a tenth of a millisecond. */
const MOST_PARTS = 60_000;

export function partsOf(source: string): number {
  let parts = 0;
  for (const _part of source.matchAll(/\n|<!--|<[a-z]/gi)) parts += 1;
  return parts;
}

/** @throws HostError 413 `markdown_too_large`, `conversion_too_large` */
export function assertConvertible(source: string): void {
  assertRenderable(source);
  const parts = partsOf(source);
  if (parts <= MOST_PARTS) return;
  const message = `This text has ${parts} lines and elements; at most ${MOST_PARTS} can be converted. Split it into several.`;
  throw new HostError('conversion_too_large', message, { status: 413, parts, limit: MOST_PARTS });
}

function written(blocks: readonly ParsedBlock[]): string {
  return serializeBlocks(withLineBreaks(blocks));
}
