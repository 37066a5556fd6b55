import type { ParsedBlock, TocItem } from '../../../blocks.js';
import { type ContentFormat, isSafeHtml, type OwnedHooks, type SafeHtml, type User } from '../../../index.js';
import type { Article } from '../article.js';
import type { RenderOptions, SanitizeRules } from '../rendering.js';
import { isListOf, isObject, onPage } from './accepts.js';

/** Who is going to read it. */
export interface ReaderContext {
  readonly viewer: User | null;
}

/** What a text is, whoever reads it. */
export interface TextContext {
  readonly locale: string;
  readonly format: ContentFormat;
}

declare module '../../../index.js' {
  interface Filters {
    /**
     * The text of an article as somebody who may read it is about to see it, on its page and over REST; it is never stored,
     * so it may depend on the viewer. `SafeHtml` is shown as it is: only `safeHtml()` makes it, of what you vouch for. A
     * string is sanitised, with its headings in the table of contents.
     */
    vendor_kb_article_content(
      content: SafeHtml | string,
      article: Article,
      context: ReaderContext,
    ): SafeHtml | string | Promise<SafeHtml | string>;
    /** What is said of an article in lists and over REST: plain text, which is escaped where it is shown. */
    vendor_kb_article_excerpt(excerpt: string, article: Article, context: ReaderContext): string | Promise<string>;
    /**
     * The HTML of a block in a text of the knowledge base, after `render_block`; it is sanitised afterwards. `article` is
     * null for a text that is no article's yet. As long as it has a callback, texts of blocks are rendered for each reader.
     */
    vendor_kb_block_output(
      html: string,
      block: ParsedBlock,
      context: ReaderContext & { readonly article: Article | null },
    ): string | Promise<string>;
    /** The table of contents of an article, after its text was filtered. */
    vendor_kb_toc(toc: TocItem[], article: Article, context: ReaderContext): TocItem[] | Promise<TocItem[]>;
    /** How long an article takes to read, in whole minutes, as it is shown. */
    vendor_kb_reading_time(minutes: number, article: Article): number;
    /**
     * How texts are rendered: the words that are added, and how long a source may be. The result is kept and shown to
     * everybody, so it depends on the language and the format alone.
     */
    vendor_kb_markdown_options(options: RenderOptions, context: TextContext): RenderOptions;
    /**
     * What HTML is reduced to: classes that stay besides ours, and elements that are dropped besides those that are not
     * safe. Nothing that could run code is let through by it. Kept as the other options are.
     */
    vendor_kb_sanitize_options(rules: SanitizeRules, context: TextContext): SanitizeRules;
  }
}

/** What texts of articles are made of, and how they are shown. None of it decides who may read them. */
export function defineTextHooks({ define }: OwnedHooks): void {
  const atOnce = { since: '0.1.0', decorating: true, kind: 'filter' } as const;
  define('vendor_kb_article_content', { ...onPage, kind: 'filter', accepts: isMarkup });
  define('vendor_kb_article_excerpt', { ...onPage, kind: 'filter', accepts: isText });
  define('vendor_kb_block_output', { ...onPage, kind: 'filter', accepts: isText });
  define('vendor_kb_toc', { ...onPage, kind: 'filter', accepts: isListOf(HEADING) });
  define('vendor_kb_reading_time', { ...atOnce, accepts: isMinutes });
  define('vendor_kb_markdown_options', { ...atOnce, accepts: isRenderOptions });
  define('vendor_kb_sanitize_options', { ...atOnce, accepts: isSanitizeRules });
}

const HEADING = { id: 'string', level: 'number', text: 'string' };

const isText = (value: unknown): boolean => typeof value === 'string';
const isMarkup = (value: unknown): boolean => isText(value) || isSafeHtml(value);
const isMinutes = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;
const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

function isRenderOptions(value: unknown): boolean {
  const { labels, maxBytes } = (value ?? {}) as Partial<RenderOptions>;
  return isObject(labels) && Object.values(labels ?? {}).every(isText) && Number.isSafeInteger(maxBytes);
}

function isSanitizeRules(value: unknown): boolean {
  const { classes, without } = (value ?? {}) as Partial<SanitizeRules>;
  return isObject(classes) && Object.values(classes ?? {}).every(isListOfTexts) && isListOfTexts(without);
}
