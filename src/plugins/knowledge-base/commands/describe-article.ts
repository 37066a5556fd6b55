import type { Article } from '../article.js';
import { articleNotFound } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** An article in the rows of a command. */
export function describeArticle({ articles }: Pick<KnowledgeBase, 'articles'>, article: Article) {
  return {
    id: article.id,
    title: article.title,
    slug: article.slug,
    status: article.status,
    locale: article.locale,
    path: articles.pathOf(article),
    categories: article.categoryIds.join(','),
    tags: article.tags.join(','),
    version: article.version,
    created: article.createdAt.toISOString(),
    modified: article.modifiedAt.toISOString(),
  };
}

/** @throws HostError 404 `vendor_kb_article_not_found` */
export async function mustGetArticle(
  { articles }: Pick<KnowledgeBase, 'articles'>,
  id: string | undefined,
): Promise<Article> {
  const article = /^\d+$/.test(id ?? '') ? await articles.get(Number(id)) : null;
  if (!article) throw articleNotFound(id ?? '');
  return article;
}
