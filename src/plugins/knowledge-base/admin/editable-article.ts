import { type AdminRequest, createStrings, HostError } from '../../../index.js';
import type { Article } from '../article.js';
import { articleNotFound } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { kbCatalogues } from '../strings/catalogues.js';

/**
 * The article of an address, when this person may change it.
 * @param id as it was written
 * @throws HostError 404 `vendor_kb_article_not_found`, 403 `admin_forbidden`
 */
export async function editableArticle(kb: KnowledgeBase, request: AdminRequest, id: string): Promise<Article> {
  const article = /^[1-9]\d{0,14}$/.test(id) ? await kb.articles.get(Number(id)) : null;
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

/**
 * The same of what the editor of blocks can open.
 * @throws HostError as above, 409 `vendor_kb_not_blocks`
 */
export async function editableBlocks(kb: KnowledgeBase, request: AdminRequest, id: string): Promise<Article> {
  const article = await editableArticle(kb, request, id);
  if (article.contentFormat === 'blocks') return article;
  const message = createStrings(kb.site.locale, kbCatalogues).text('editor.other-format');
  throw new HostError('vendor_kb_not_blocks', message, { status: 409 });
}
