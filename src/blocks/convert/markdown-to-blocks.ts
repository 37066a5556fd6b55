import type { Token, Tokens, TokensList } from 'marked';
import { escapeHtml } from '../escape.js';
import { renderFootnotes } from '../footnotes.js';
import { parseBlocks } from '../grammar/parse.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { serializeBlocks } from '../grammar/serialize.js';
import { type LexedMarkdown, lexMarkdown, type MarkdownLabels } from '../lex-markdown.js';
import { customHtml, details, markdownText, withLineBreaks } from './build-blocks.js';
import { createOpenBlocks, DELIMITER, parsedDelimiters } from './html-runs.js';
import { htmlToBlocks } from './html-to-blocks.js';

/** Options for conversions between Markdown and blocks. */
export interface ConvertOptions {
  /** Labels that rendering adds, in the language of the text. */
  readonly labels: MarkdownLabels;
  /** Block for Markdown that no other block can represent. Default: that Markdown becomes HTML. */
  readonly markdownBlock?: string;
  /** Whether HTML goes into `markdownBlock` too, for users who may not write `core/html`. */
  readonly withoutHtml?: boolean;
  /** Top level of headings. If one is above it, all headings move down by the difference, at most to level 6. */
  readonly topLevel?: number;
  /** Number of the first footnote, for a document that already has some. Default: 1. */
  readonly firstNote?: number;
}

/** Empty comment between two lists, which would merge without it. */
export const NOTHING = '<!-- -->';

/**
 * Converts Markdown to blocks.
 *
 * Markdown that an editor block can represent becomes that block. What no block can represent (callouts, tasks, items
 * with paragraphs, fences with more than a language) keeps its source in the block for Markdown. HTML becomes
 * `core/html` as it is. Blocks among the Markdown stay.
 */
export function markdownToBlocks(source: string, options: ConvertOptions): ParsedBlock[] {
  const lexed = lexMarkdown(source, options.labels, plainCode, options.firstNote);
  if (options.topLevel !== undefined) lowerHeadings(lexed, options.topLevel);
  const notes = renderFootnotes(lexed.footnotes, lexed.parse, options.labels).trim();
  const blocks = new Conversion(lexed, options).blocksOf(lexed.tokens);
  return notes === '' ? blocks : [...blocks, asHtml(notes, options)];
}

/** Wraps HTML in `core/html`, or in the block for Markdown if `withoutHtml` is set. */
function asHtml(html: string, { markdownBlock, withoutHtml }: ConvertOptions): ParsedBlock {
  return withoutHtml && markdownBlock !== undefined ? markdownText(markdownBlock, html) : customHtml(html);
}

function lowerHeadings({ walk }: LexedMarkdown, topLevel: number): void {
  const headings: Tokens.Heading[] = [];
  walk((token) => {
    if (token.type === 'heading') headings.push(token as Tokens.Heading);
  });
  const step = topLevel - Math.min(topLevel, ...headings.map(({ depth }) => depth));
  for (const heading of headings) heading.depth = Math.min(6, heading.depth + step);
}

/** Code block as `htmlToBlocks` reads it, without syntax highlighting. */
function plainCode(text: string, info = ''): string {
  const language = info.trim();
  const named = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  return `<pre><code${named}>${escapeHtml(text)}</code></pre>\n`;
}

class Conversion {
  readonly #lexed: LexedMarkdown;
  readonly #options: ConvertOptions;
  /** Footnote labels as written in brackets, such as `^1`. */
  readonly #notes: ReadonlySet<string>;

  constructor(lexed: LexedMarkdown, options: ConvertOptions) {
    this.#lexed = lexed;
    this.#options = options;
    this.#notes = new Set(lexed.footnotes.map(({ definition }) => `^${definition.label}`));
  }

  blocksOf(tokens: readonly Token[]): ParsedBlock[] {
    const blocks: ParsedBlock[] = [];
    for (let index = 0; index < tokens.length; ) {
      const run = runFrom(tokens, index);
      blocks.push(...this.#blocksOfRun(run));
      index += run.length;
    }
    return blocks;
  }

  #blocksOfRun(run: readonly Token[]): ParsedBlock[] {
    const [token, ...others] = run;
    if (!token) return [];
    if (token.type !== 'html') return this.#blocksOfToken(token);
    const html = token.raw.trim();
    if (others.length === 0 && html === NOTHING) return [];
    if (DELIMITER.test(html)) return this.#blocksBetweenDelimiters(run);
    return (
      this.#details(run) ??
      (others.length === 0 ? [asHtml(withoutDelimiters(html), this.#options)] : [this.#asWritten(run)])
    );
  }

  #blocksOfToken(token: Token): ParsedBlock[] {
    if (token.type === 'space' || token.type === 'def' || token.type === 'footnoteDefinition') return [];
    if (token.type === 'code' && !/^[\w+#.-]{0,40}$/.test((token as Tokens.Code).lang ?? '')) {
      return [this.#asWritten([token])];
    }
    const blocks = htmlToBlocks(withoutDelimiters(this.#lexed.parse([token])));
    return blocks.every(isKnown) ? blocks : [this.#asWritten([token])];
  }

  /**
   * Keeps Markdown in its block, with the definitions of its links. Footnotes belong to the whole document, so
   * Markdown that refers to them becomes HTML.
   */
  #asWritten(tokens: readonly Token[]): ParsedBlock {
    const { markdownBlock } = this.#options;
    const source = tokens
      .map(({ raw }) => raw)
      .join('')
      .trimEnd()
      .replace(/^\n+/, '');
    const hasNotes = [...labelsIn(source)].some((label) => this.#notes.has(label));
    if (markdownBlock === undefined || hasNotes) {
      return asHtml(withoutDelimiters(this.#lexed.parse([...tokens])).trim(), this.#options);
    }
    return markdownText(markdownBlock, source + definitionsFor(source, this.#lexed.tokens.links));
  }

  /** Converts `<details>`, Markdown, `</details>`. */
  #details(run: readonly Token[]): ParsedBlock[] | null {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last || run.length < 2 || last.raw.trim() !== '</details>') return null;
    const shell = htmlToBlocks(`${first.raw}${last.raw}`);
    const [block, ...others] = shell;
    if (others.length > 0 || block?.blockName !== 'core/details') return null;
    const summary = summaryOf(block.innerHTML);
    const id = /^\s*<details[^>]* id="([^"]*)"/.exec(block.innerHTML)?.[1] ?? '';
    const inner = [...block.innerBlocks, ...this.blocksOf(run.slice(1, -1))];
    return [details(summary, block.attrs?.showContent === true, inner, id)];
  }

  /** Converts blocks among Markdown. Markdown inside a block becomes inner blocks if the block can have some. */
  #blocksBetweenDelimiters(run: readonly Token[]): ParsedBlock[] {
    let document = '';
    const open = createOpenBlocks();
    for (const token of run) {
      if (token.type === 'html') {
        document += token.raw;
        open.add(token.raw);
      } else if (open.takeBlocks()) {
        const blocks = this.#blocksOfToken(token);
        document += blocks.length === 0 ? '\n' : serializeBlocks(withLineBreaks(blocks));
      } else document += withoutDelimiters(this.#lexed.parse([token]));
    }
    return parseBlocks(document).flatMap((block) =>
      block.blockName === null ? htmlToBlocks(block.innerHTML) : [block],
    );
  }
}

/** Maximum tokens searched for the end of an element: every opening tag may be one that is never closed. */
const MAX_RUN_LENGTH = 200;

/** Tokens that belong together: if HTML opens an element or block, everything up to the HTML that closes it. */
function runFrom(tokens: readonly Token[], from: number): readonly Token[] {
  const first = tokens.slice(from, from + 1);
  if (first[0]?.type !== 'html') return first;
  const balance = parsedDelimiters();
  const isBlock = DELIMITER.test(first[0].raw);
  const until = isBlock ? tokens.length : Math.min(tokens.length, from + MAX_RUN_LENGTH);
  for (let end = from; end < until; end++) {
    const token = tokens[end];
    if (token?.type !== 'html') continue;
    balance.add(token.raw);
    if (balance.isClosed()) return tokens.slice(from, end + 1);
  }
  return isBlock ? tokens.slice(from) : first;
}

function withoutDelimiters(html: string): string {
  return html.replace(/<!--(?=\s+\/?wp:)/g, '<!--/');
}

function isKnown(block: ParsedBlock): boolean {
  return block.blockName !== 'core/html' && block.innerBlocks.every(isKnown);
}

/** Content of the `summary` in the markup; empty without one. */
function summaryOf(html: string): string {
  const start = html.indexOf('<summary>') + '<summary>'.length;
  const end = html.lastIndexOf('</summary>');
  return html.includes('<summary>') ? html.slice(start, Math.max(start, end)) : '';
}

/** Definitions of the links that a piece of a text refers to, to append to it; empty for none. */
function definitionsFor(source: string, links: TokensList['links']): string {
  const lines = [...labelsIn(source)].flatMap((label) => {
    const link = Object.hasOwn(links, label) ? links[label] : undefined;
    if (!link) return [];
    const title = link.title ? ` "${link.title.replaceAll('"', '\\"')}"` : '';
    return [`[${label}]: <${link.href ?? ''}>${title}`];
  });
  if (lines.length === 0) return '';
  return `\n\n${lines.join('\n')}`;
}

/** Labels in square brackets, normalized for comparison. */
function labelsIn(source: string): ReadonlySet<string> {
  const found = source.matchAll(/\[([^[\]]{1,1000})\]/g);
  return new Set(Array.from(found, ([, label = '']) => label.toLowerCase().replace(/\s+/g, ' ').trim()));
}
