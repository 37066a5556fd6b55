import { LRUCache } from 'lru-cache';
import { type MarkdownLabels, plainText, readingTime, renderHtml, renderMarkdown, type TocItem } from '../../blocks.js';
import { beginningOf, type ContentFormat, createStrings, EXCERPT_LENGTH, HostError } from '../../index.js';
import type { Article } from './article.js';
import { textTooLarge } from './errors.js';
import { kbCatalogues } from './strings/catalogues.js';

/** What is made of an article's source. */
export interface RenderedContent {
  /** Sanitised. */
  readonly html: string;
  readonly toc: readonly TocItem[];
  /** Plain text, for search and excerpts. */
  readonly text: string;
  readonly wordCount: number;
}

/** Renders the text of articles and keeps what was rendered last. */
export interface ArticleContent {
  of(article: Pick<Article, 'id' | 'version' | 'content' | 'contentFormat' | 'locale'>): RenderedContent;
  /** What was kept is rendered anew. */
  forget(): void;
}

/** Of so many articles, those that were asked for last. */
export const KEPT_ARTICLES = 500;

/** @param origin the site's own: absolute links to it lead to no other site */
export function createArticleContent(origin: string): ArticleContent {
  const kept = new LRUCache<string, RenderedContent>({ max: KEPT_ARTICLES });
  return {
    forget: () => kept.clear(),
    of(article) {
      const key = `${article.id}:${article.version}`;
      let rendered = kept.get(key);
      if (!rendered) {
        rendered = renderContent(article.content, article.contentFormat, { locale: article.locale, origin });
        kept.set(key, rendered);
      }
      return rendered;
    },
  };
}

/**
 * @param locale of the text: it decides how words are counted, and the language of words that rendering adds
 * @throws HostError 413 `vendor_kb_too_large`
 */
export function renderContent(
  source: string,
  format: ContentFormat,
  { locale, origin }: { readonly locale: string; readonly origin?: string },
): RenderedContent {
  const options = { locale, labels: labelsIn(locale), ...(origin === undefined ? {} : { origin }) };
  try {
    // Blocks are HTML with delimiters in comments.
    return format === 'markdown' ? renderMarkdown(source, options) : renderHtml(source, options);
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'markdown_too_large') throw error;
    throw textTooLarge(error);
  }
}

function labelsIn(locale: string): MarkdownLabels {
  const { text } = createStrings(locale, kbCatalogues);
  return {
    note: text('text.note'),
    tip: text('text.tip'),
    important: text('text.important'),
    warning: text('text.warning'),
    caution: text('text.caution'),
    table: text('text.table'),
    footnotes: text('text.footnotes'),
    backToText: text('text.back-to-text'),
    taskDone: text('text.task-done'),
    taskOpen: text('text.task-open'),
  };
}

/** What is stored beside the text, so that lists need not render it. */
export function measure(rendered: RenderedContent, locale: string): { wordCount: number; readingTime: number } {
  return { wordCount: rendered.wordCount, readingTime: readingTime(rendered.text, locale) };
}

/** Only paragraphs of running text: labels of callouts and the like have a class. */
const PARAGRAPH = /<p>(.*?)<\/p>/gs;

/** The first sentences of a text that stand in paragraphs: headings, code and tables say nothing out of their place. */
export function openingOf({ html, text }: Pick<RenderedContent, 'html' | 'text'>, length = EXCERPT_LENGTH): string {
  let opening = '';
  for (const [, paragraph = ''] of html.matchAll(PARAGRAPH)) {
    opening += `${plainText(paragraph)} `;
    if (opening.length >= length / 2) break;
  }
  return beginningOf(opening.trim() === '' ? text : opening, length);
}

/** What a list says of an article: its own words, or the beginning of its text. */
export function excerptOf(article: Article, content: ArticleContent): string {
  return article.excerpt || openingOf(content.of(article));
}
