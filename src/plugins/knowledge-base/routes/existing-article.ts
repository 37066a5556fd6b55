import type { RestRequest } from '../../../index.js';
import type { Article } from '../article.js';
import { articleNotFound, forbidden } from '../errors.js';
import type { Actor } from '../hooks/article-hooks.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/**
 * The article that a request wants to change, for its permission to be asked about.
 * @throws HostError 404 `vendor_kb_article_not_found`, also where a rule keeps it from this caller
 */
export async function existingArticle(
  { access, articles }: Pick<KnowledgeBase, 'access' | 'articles'>,
  id: number,
  request: RestRequest,
): Promise<Article> {
  const article = await articles.get(id);
  if (!article) throw articleNotFound(id);
  const { allowed, reason } = await access.accessTo(article, request);
  if (!allowed && reason !== 'status') throw articleNotFound(id);
  return article;
}

/** Who writes by a request, and whether HTML stays as it comes. */
export async function writerOf(request: RestRequest): Promise<Actor> {
  return { user: request.user, source: 'rest', unfilteredHtml: await request.can('unfiltered_html') };
}

/**
 * Asks for the right to change an article once more, of the article as a save found it.
 * @throws HostError 403 `rest_forbidden`
 */
export async function assertMayEdit(article: Article, request: RestRequest): Promise<void> {
  if (await request.can('edit_kb_article', article)) return;
  throw forbidden('rest_forbidden', 'Your account may not change this article.', 'edit_kb_article', request);
}
