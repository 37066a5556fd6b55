import { decodeHTML } from 'entities';
import { sanitizeHtml } from '../core/html/sanitize.js';
import { type HighlightBudget, highlightCode } from './highlight.js';
import { ENGLISH, type MarkdownLabels } from './lex-markdown.js';
import {
  assertRenderable,
  type MarkdownOptions,
  type RenderedMarkdown,
  sanitizeOptions,
  withText,
} from './markdown.js';
import { outline } from './outline.js';

/** Options of {@link renderHtml}. Its only labels are those of tables. */
export type HtmlOptions = Omit<MarkdownOptions, 'labels'> & { labels?: Pick<Partial<MarkdownLabels>, 'table'> };

/**
 * Makes HTML of any origin safe to show, like the output of Markdown.
 *
 * Highlights code where a class `language-*` names its language, gives headings ids and lists them in the table of
 * contents, and makes tables and code scrollable. The order is that of Markdown: highlight, sanitize, and only then
 * add what authors may not write themselves.
 * @throws HostError `markdown_too_large` (413) for a source above `maxBytes`
 */
export function renderHtml(source: string, options: HtmlOptions = {}): RenderedMarkdown {
  assertRenderable(source, options.maxBytes);
  const highlighted = highlightSamples(source.replace(/^\uFEFF/, ''));
  const safe = sanitizeHtml(highlighted, sanitizeOptions(options));
  return withText(outline(safe, { ...ENGLISH, ...options.labels }), options.locale);
}

/** Code sample without tags inside. One with tags is already highlighted. */
const SAMPLE = /<pre(?:\s[^<>]{0,200})?>\s{0,20}<code(\s[^<>]{0,200})>([^<]*)<\/code>\s{0,20}<\/pre>/gi;
const CLASSES = /\sclass\s{0,5}=\s{0,5}["']?([^"'>]*)/i;
const LANGUAGE = /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,40})/i;

/** Highlights the code samples that name their language. The result is not safe yet: the caller must sanitize it. */
export function highlightSamples(source: string): string {
  const budget: HighlightBudget = { spent: 0 };
  return source.replace(SAMPLE, (whole, attributes: string, code: string) => {
    const language = LANGUAGE.exec(CLASSES.exec(attributes)?.[1] ?? '')?.[1];
    // The first line break after the tag is not part of the text.
    return language === undefined ? whole : highlightCode(decodeHTML(code).replace(/^\r?\n/, ''), language, budget);
  });
}
