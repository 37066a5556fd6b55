import type { AdminRequest } from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import { idOf } from '../../../../pages.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Article } from '../../domain/articles/article.js';
import { articleNotFound } from '../../domain/errors.js';

/**
 * Loads the article of a URL if the current user may edit it.
 * @param id the id as it appears in the URL
 * @throws HostError 404 `vendor_kb_article_not_found`, 403 `admin_forbidden`
 */
export async function editableArticle(kb: KnowledgeBase, request: AdminRequest, id: string): Promise<Article> {
  const articleId = idOf(id);
  const article = articleId === null ? null : await kb.articles.get(articleId);
  if (!article || article.status === 'trash') throw articleNotFound(id);
  const { allowed, reason } = await kb.access.accessTo(article, request);
  if (!allowed && reason !== 'status') throw articleNotFound(id);
  if (!(await request.can('edit_kb_article', article))) {
    throw new HostError('admin_forbidden', request.strings.text('admin.forbidden'), {
      status: 403,
      missing_capability: 'edit_kb_article',
    });
  }
  return article;
}
