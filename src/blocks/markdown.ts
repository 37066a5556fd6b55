import type { Token } from 'marked';
import { HostError } from '../core/errors.js';
import { type SanitizeOptions, sanitizeHtml } from '../core/html/sanitize.js';
import { footnoteIds, renderFootnotes } from './footnotes.js';
import { type HighlightBudget, highlightCode } from './highlight.js';
import { ENGLISH, lexMarkdown, type MarkdownLabels } from './lex-markdown.js';
import { outline, type TocItem } from './outline.js';
import { plainText } from './plain-text.js';
import { readingMeasures } from './reading-time.js';

/** Options of {@link renderMarkdown}. */
export interface MarkdownOptions {
  /** Language for counting words (BCP 47). Default: `en`. */
  locale?: string;
  /** Origin of the site. Absolute links to it are not external. */
  origin?: string;
  /**
   * URL of the section of the site that renders this way, `https://example.com/kb`: fragments of links to it find
   * their headings.
   */
  pages?: string;
  /** Replacements for the English labels. */
  labels?: Partial<MarkdownLabels>;
  /** Sanitizing options besides the URLs. */
  sanitize?: Omit<SanitizeOptions, 'origin' | 'pages'>;
  /** Maximum size of the source in bytes. Default: 2 MB. */
  maxBytes?: number;
}

/** Result of {@link renderMarkdown}. */
export interface RenderedMarkdown {
  html: string;
  toc: TocItem[];
  /** Plain text for search, entities decoded. */
  text: string;
  wordCount: number;
  /** Reading time in minutes, at least 1. */
  readingTime: number;
}

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Renders Markdown of any origin to HTML that is safe to show.
 *
 * Supports GitHub's dialect with tables, task lists and footnotes, callouts, heading ids, and the tags of Hugo and
 * Liquid, which become code. The order is fixed: render, highlight, sanitize, and only then add what authors may not
 * write themselves (heading ids, table regions). Never returns unsanitized HTML.
 * @throws HostError `markdown_too_large` (413) for a source above `maxBytes`
 */
export function renderMarkdown(source: string, options: MarkdownOptions = {}): RenderedMarkdown {
  assertRenderable(source, options.maxBytes);
  const labels = { ...ENGLISH, ...options.labels };
  const unsafe = toHtml(source, labels);
  const safe = sanitizeHtml(unsafe.html, sanitizeOptions(options));
  return withText(outline(safe, labels, unsafe.footnoteIds), options.locale);
}

/** Adds plain text, word count and reading time to a page. @param locale decides how words are counted */
export function withText(page: Pick<RenderedMarkdown, 'html' | 'toc'>, locale?: string): RenderedMarkdown {
  const text = plainText(page.html);
  return { ...page, text, ...readingMeasures(text, locale) };
}

export function sanitizeOptions({
  origin,
  pages,
  sanitize,
}: Pick<MarkdownOptions, 'origin' | 'pages' | 'sanitize'>): SanitizeOptions {
  return { ...sanitize, ...(origin === undefined ? {} : { origin }), ...(pages === undefined ? {} : { pages }) };
}

/** Asserts that a source is small enough to be rendered. @throws HostError `markdown_too_large` (413) */
export function assertRenderable(source: string, maxBytes = MAX_BYTES): void {
  const bytes = Buffer.byteLength(source);
  if (bytes <= maxBytes) return;
  const message = `This text has ${bytes} bytes; the maximum is ${maxBytes}. Split it into several pages.`;
  throw new HostError('markdown_too_large', message, { status: 413, bytes, limit: maxBytes });
}

/** HTML of a Markdown text. Not safe yet: the caller must sanitize it. */
export interface UnsafeHtml {
  readonly html: string;
  readonly footnoteIds: string[];
}

export function toHtml(source: string, labels: MarkdownLabels): UnsafeHtml {
  const { parts, footnoteIds } = markdownToParts(source, labels, () => false);
  return { html: parts.map(({ html }) => html).join(''), footnoteIds };
}

/** Part of a Markdown text as HTML; `isRaw` if it was HTML already, between paragraphs. */
export interface MarkdownPart {
  readonly html: string;
  readonly isRaw: boolean;
}

/** @param isApart whether a top-level token becomes a part of its own. Default: tokens that are HTML */
export function markdownToParts(
  source: string,
  labels: MarkdownLabels,
  isApart = ({ type }: Token): boolean => type === 'html',
): { readonly parts: readonly MarkdownPart[]; readonly footnoteIds: string[] } {
  const budget: HighlightBudget = { spent: 0 };
  const write = (text: string, info: string | undefined): string => highlightCode(text, info, budget);
  const { tokens, footnotes, parse } = lexMarkdown(source, labels, write);
  const parts: MarkdownPart[] = [];
  let between: Token[] = [];
  const take = (): void => {
    if (between.length > 0) parts.push({ html: parse(between), isRaw: false });
    between = [];
  };
  for (const token of tokens) {
    if (!isApart(token)) between.push(token);
    else {
      take();
      parts.push({ html: token.raw, isRaw: true });
    }
  }
  take();
  parts.push({ html: renderFootnotes(footnotes, parse, labels), isRaw: false });
  return { parts, footnoteIds: footnoteIds(footnotes) };
}
