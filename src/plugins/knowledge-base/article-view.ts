import { createHash } from 'node:crypto';
import { escapeHtml, type RestRequest } from '../../index.js';
import type { Article } from './article.js';
import { type ArticleContent, openingOf } from './article-content.js';
import type { Articles } from './articles.js';
import type { Links } from './links.js';
import type { Navigation } from './navigation.js';

/** An article as REST shows it; members marked `edit` only with `context=edit`. */
export interface ArticleView {
  id: number;
  slug: string;
  path: string;
  link: string;
  status: string;
  title: { raw?: string; rendered: string };
  content: { raw?: string; rendered: string; format: string; protected: boolean };
  excerpt: { raw?: string; rendered: string };
  author: number;
  categories: number[];
  tags: string[];
  order: number;
  locale: string;
  translations: Record<string, number>;
  version: number;
  date: string;
  modified: string;
  published_at: string | null;
  word_count: number;
  reading_time: number;
  toc: { id: string; level: number; text: string }[];
  redirects: string[];
  sticky: boolean;
  meta: Record<string, unknown>;
  _links: Record<string, { href: string; embeddable?: true }[]>;
}

export type ViewContext = 'view' | 'edit';

/** Shows articles as REST resources; does no more work than the wanted fields need. */
export interface ArticleViews {
  one(article: Article, request: RestRequest, context: ViewContext): Promise<ArticleView>;
  many(articles: readonly Article[], request: RestRequest, context: ViewContext): Promise<ArticleView[]>;
  /**
   * The tag of what is shown: id, version and context, and what may be another one without another version of the
   * article, when a category moves or a translation comes.
   */
  etag(shown: Pick<ArticleView, 'id' | 'version' | 'link' | 'translations'>, context: ViewContext): string;
}

export function createArticleViews(parts: {
  articles: Articles;
  navigation: Navigation;
  content: ArticleContent;
  links: Links;
  restUrl: (path: string) => string;
}): ArticleViews {
  const { articles, navigation, content, links, restUrl } = parts;

  async function one(article: Article, request: RestRequest, context: ViewContext): Promise<ArticleView> {
    const raw = (text: string): { raw?: string } => (context === 'edit' ? { raw: text } : {});
    const needsText = ['content', 'excerpt', 'toc'].some(request.wants);
    const rendered = needsText ? content.of(article) : { html: '', toc: [], text: '' };
    const path = articles.pathOf(article);
    return {
      id: article.id,
      slug: article.slug,
      path,
      link: links.url(article.locale, path),
      status: article.status,
      title: { ...raw(article.title), rendered: escapeHtml(article.title) },
      content: { ...raw(article.content), rendered: rendered.html, format: article.contentFormat, protected: false },
      excerpt: { ...raw(article.excerpt), rendered: escapeHtml(article.excerpt || openingOf(rendered)) },
      author: article.authorId,
      categories: article.categoryIds,
      tags: article.tags,
      order: article.menuOrder,
      locale: article.locale,
      translations: request.wants('translations') ? await navigation.translations(article) : {},
      version: article.version,
      date: article.createdAt.toISOString(),
      modified: article.modifiedAt.toISOString(),
      published_at: article.publishedAt?.toISOString() ?? null,
      word_count: article.wordCount,
      reading_time: article.readingTime,
      toc: [...rendered.toc],
      redirects: article.redirects,
      sticky: article.sticky,
      meta: context === 'edit' ? article.meta : {},
      _links: {
        self: [{ href: restUrl(`/articles/${article.id}`) }],
        collection: [{ href: restUrl('/articles') }],
        ...(article.categoryIds.length > 0
          ? { category: article.categoryIds.map((id) => ({ href: restUrl(`/categories/${id}`), embeddable: true })) }
          : {}),
      },
    };
  }

  return {
    one,
    many: (list, request, context) => Promise.all(list.map((article) => one(article, request, context))),
    etag({ id, version, link, translations }, context) {
      const around = createHash('sha256').update(JSON.stringify([link, translations]));
      return `"a${id}-v${version}-${context}-${around.digest('hex').slice(0, 8)}"`;
    },
  };
}
