import { plainText } from '../../blocks.js';
import { isSafeHtml, type OwnedHooks, safeHtml, type User } from '../../index.js';
import type { Article } from './article.js';
import { type ArticleContent, openingOf } from './article-content.js';
import type { RenderedContent, Rendering } from './rendering.js';

/** A text as somebody sees it. */
export type ShownText = Pick<RenderedContent, 'html' | 'toc' | 'text'>;

/** The texts of articles as viewers who may read them see them: what is kept for everybody, and what filters make of it. */
export interface ArticleTexts {
  /** Has the texts of these at hand, with one query for those that are not. */
  load(articles: readonly Article[]): Promise<void>;
  /** The text that everybody sees, where it is in memory; null where `of` has to be asked. */
  atHand(article: Article): ShownText | null;
  of(article: Article, viewer: User | null): Promise<ShownText>;
  /**
   * What is said of it: its own words, or the beginning of its text.
   * @param shown the text, where it is known
   */
  excerptOf(article: Article, viewer: User | null, shown?: Pick<ShownText, 'html' | 'text'>): Promise<string>;
  /** Whole minutes. */
  readingTimeOf(article: Article): number;
  /** Whether what is shown may change without a save. */
  isFiltered(): boolean;
}

export function createArticleTexts({
  content,
  rendering,
  hooks,
}: {
  readonly content: ArticleContent;
  readonly rendering: Rendering;
  readonly hooks: Pick<OwnedHooks, 'applyFilters' | 'applyFiltersAsync' | 'hasFilter'>;
}): ArticleTexts {
  async function filtered(article: Article, viewer: User | null): Promise<ShownText> {
    const rendered = content.of(article);
    if (!hooks.hasFilter('vendor_kb_article_content')) return rendered;
    const given = safeHtml(rendered.html);
    const shown = await hooks.applyFiltersAsync('vendor_kb_article_content', given, article, { viewer });
    if (shown === given) return rendered;
    if (!isSafeHtml(shown)) return rendering.clean(String(shown), article);
    const html = String(shown);
    return { html, toc: rendered.toc, text: plainText(html) };
  }

  const isFiltered = (): boolean =>
    hooks.hasFilter('vendor_kb_article_content') ||
    hooks.hasFilter('vendor_kb_article_excerpt') ||
    hooks.hasFilter('vendor_kb_toc') ||
    hooks.hasFilter('vendor_kb_reading_time');

  return {
    load: content.load,
    atHand: (article) => (isFiltered() ? null : content.atHand(article)),
    async of(article, viewer) {
      await content.load([article]);
      const shown = await filtered(article, viewer);
      if (!hooks.hasFilter('vendor_kb_toc')) return shown;
      return { ...shown, toc: await hooks.applyFiltersAsync('vendor_kb_toc', [...shown.toc], article, { viewer }) };
    },
    async excerptOf(article, viewer, shown) {
      const excerpt = article.excerpt || openingOf(shown ?? content.of(article));
      if (!hooks.hasFilter('vendor_kb_article_excerpt')) return excerpt;
      return hooks.applyFiltersAsync('vendor_kb_article_excerpt', excerpt, article, { viewer });
    },
    readingTimeOf: (article) => hooks.applyFilters('vendor_kb_reading_time', article.readingTime, article),
    isFiltered,
  };
}
