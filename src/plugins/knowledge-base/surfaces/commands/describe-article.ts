import { trimSlashes } from '../../../../utilities.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Article } from '../../domain/articles/article.js';
import { articleNotFound } from '../../domain/errors.js';

/** Formats an article as a row. */
export function describeArticle({ articles }: Pick<KnowledgeBase, 'articles'>, article: Article) {
  return {
    id: article.id,
    title: article.title,
    slug: article.slug,
    status: article.status,
    locale: article.locale,
    path: articles.pathOf(article),
    categories: article.categoryIds,
    tags: article.tags,
    author: article.authorId,
    review_by: article.reviewBy,
    version: article.version,
    created: article.createdAt.toISOString(),
    modified: article.modifiedAt.toISOString(),
    published: article.publishedAt?.toISOString() ?? null,
  };
}

/** Loads an article. @throws HostError 404 `vendor_kb_article_not_found` */
export async function mustGetArticle(
  { articles }: Pick<KnowledgeBase, 'articles'>,
  id: string | undefined,
): Promise<Article> {
  const article = /^\d+$/.test(id ?? '') ? await articles.get(Number(id)) : null;
  if (!article) throw articleNotFound(id ?? '');
  return article;
}

/**
 * Loads an article by id, or by `slug:` and path as the REST API does.
 * @throws HostError 404 `vendor_kb_article_not_found`
 */
export async function mustFindArticle(
  kb: Pick<KnowledgeBase, 'articles' | 'site'>,
  requested: string | undefined,
  locale: unknown,
): Promise<Article> {
  if (!requested?.startsWith('slug:')) return mustGetArticle(kb, requested);
  const path = trimSlashes(requested.slice('slug:'.length));
  const article = await kb.articles.byPath(String(locale ?? kb.site.locale).toLowerCase(), path);
  if (!article) throw articleNotFound(path);
  return article;
}
