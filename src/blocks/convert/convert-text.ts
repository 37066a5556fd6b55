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

/** Format that a text can be converted to. */
export type ConvertedFormat = 'blocks' | 'markdown';

/** Options of {@link convertText}. */
export interface ConvertTextOptions {
  readonly from: ConvertedFormat | 'html';
  readonly to: ConvertedFormat;
  /** Labels that rendering adds, in the language of the text. Default: English. */
  readonly labels?: Partial<MarkdownLabels>;
  /** Block for Markdown that no other block can represent. Default: that Markdown becomes HTML. */
  readonly markdownBlock?: string;
}

/**
 * Converts a text to another format without loss.
 *
 * Markdown that blocks cannot represent keeps its source in `markdownBlock`, HTML that they cannot represent becomes
 * `core/html`, and blocks that Markdown cannot represent stay blocks among the Markdown. Needs no DOM and no
 * WordPress package.
 *
 * ```ts
 * const document = convertText(recipe.text, { from: 'markdown', to: 'blocks' });
 * ```
 * @throws HostError 413 `markdown_too_large` above 2 MB, `conversion_too_large` above 60,000 lines and elements
 */
export function convertText(source: string, { from, to, labels, markdownBlock }: ConvertTextOptions): string {
  if (from === to) return source;
  assertConvertible(source);
  const options = { labels: { ...ENGLISH, ...labels }, ...(markdownBlock === undefined ? {} : { markdownBlock }) };
  const text = source.replace(/^\uFEFF/, '');
  if (to === 'blocks') return written(from === 'html' ? htmlToBlocks(text) : markdownToBlocks(text, options));
  return blocksToMarkdown(from === 'html' ? htmlToBlocks(text) : parseBlocks(text), options);
}

/** Maximum number of lines, comments and elements. Each block has at least one, and each takes about 0.1 ms. */
const MAX_PARTS = 60_000;

export function partsOf(source: string): number {
  let parts = 0;
  for (const _part of source.matchAll(/\n|<!--|<[a-z]/gi)) parts += 1;
  return parts;
}

/**
 * Asserts that a text is small enough to be converted.
 * @throws HostError 413 `markdown_too_large`, `conversion_too_large`
 */
export function assertConvertible(source: string): void {
  assertRenderable(source);
  const parts = partsOf(source);
  if (parts <= MAX_PARTS) return;
  const message = `This text has ${parts} lines and elements; the maximum is ${MAX_PARTS}. Split it into several.`;
  throw new HostError('conversion_too_large', message, { status: 413, parts, limit: MAX_PARTS });
}

function written(blocks: readonly ParsedBlock[]): string {
  return serializeBlocks(withLineBreaks(blocks));
}
