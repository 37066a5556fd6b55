import type { ParsedBlock, TocItem } from '../../../../blocks.js';
import type { ContentFormat } from '../../../../content.js';
import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { isSafeHtml, type SafeHtml } from '../../../../pages.js';
import { isListOf, isObject, onPage } from '../accepts.js';
import type { Article } from '../articles/article.js';
import type { RenderOptions, SanitizeRules } from './rendering.js';

/** Viewer of a text. */
export interface ReaderContext {
  readonly viewer: User | null;
}

/** Properties of a text that do not depend on the viewer. */
export interface TextContext {
  readonly locale: string;
  readonly format: ContentFormat;
}

declare module '../../../../index.js' {
  interface Filters {
    /**
     * Filters the text of an article before it is shown to a viewer who may read it, on its page and over REST. The
     * result is never stored, so it may depend on the viewer. `SafeHtml`, created by `safeHtml()`, is output
     * unchanged; a string is sanitized, and its headings are added to the table of contents.
     */
    vendor_kb_article_content(
      content: SafeHtml | string,
      article: Article,
      context: ReaderContext,
    ): SafeHtml | string | Promise<SafeHtml | string>;
    /** Filters the excerpt of an article in lists and over REST: plain text that is escaped on output. */
    vendor_kb_article_excerpt(excerpt: string, article: Article, context: ReaderContext): string | Promise<string>;
    /**
     * Filters the HTML of a block in a knowledge base text, after `render_block`; it is sanitized afterwards.
     * `article` is null if the text does not belong to an article yet. While a callback is registered, block texts
     * are rendered for each reader.
     */
    vendor_kb_block_output(
      html: string,
      block: ParsedBlock,
      context: ReaderContext & { readonly article: Article | null },
    ): string | Promise<string>;
    /** Filters the table of contents of an article, after its text was filtered. */
    vendor_kb_toc(toc: TocItem[], article: Article, context: ReaderContext): TocItem[] | Promise<TocItem[]>;
    /** Filters the reading time shown for an article, in whole minutes. */
    vendor_kb_reading_time(minutes: number, article: Article): number;
    /**
     * Filters the rendering options: the labels that are added, and the maximum source length. The result is cached
     * and shown to everyone, so it must depend only on locale and format.
     */
    vendor_kb_markdown_options(options: RenderOptions, context: TextContext): RenderOptions;
    /**
     * Filters the sanitizing rules: additional classes to keep and additional elements to remove. They cannot allow
     * active content. Cached like the rendering options.
     */
    vendor_kb_sanitize_options(rules: SanitizeRules, context: TextContext): SanitizeRules;
  }
}

/** Defines the text hooks. None of them decides about access. */
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
