import { LRUCache } from 'lru-cache';
import { plainText, readingTime, renderMarkdown, sanitizeHtml, type TocItem } from '../../blocks.js';
import { beginningOf, type ContentFormat, EXCERPT_LENGTH } from '../../index.js';
import type { Article } from './article.js';

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
  of(article: Pick<Article, 'id' | 'version' | 'content' | 'contentFormat'>): RenderedContent;
}

const KEPT_ARTICLES = 500;

export function createArticleContent(): ArticleContent {
  const kept = new LRUCache<string, RenderedContent>({ max: KEPT_ARTICLES });
  return {
    of(article) {
      const key = `${article.id}:${article.version}`;
      let rendered = kept.get(key);
      if (!rendered) {
        rendered = renderContent(article.content, article.contentFormat);
        kept.set(key, rendered);
      }
      return rendered;
    },
  };
}

/** @throws HostError 413 `markdown_too_large` */
export function renderContent(source: string, format: ContentFormat): RenderedContent {
  if (format === 'markdown') return renderMarkdown(source);
  // HTML is a part of Markdown, and what Markdown adds would change it: only the sanitiser is at work here. Blocks are
  // HTML with delimiters in comments.
  const html = sanitizeHtml(source);
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { html, toc: [], text, wordCount: text === '' ? 0 : text.split(' ').length };
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
