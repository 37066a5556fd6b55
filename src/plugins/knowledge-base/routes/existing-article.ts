import type { Person, Reader } from '../access/readers.js';
import type { Article } from '../article.js';
import { articleNotFound, forbidden } from '../errors.js';
import type { Actor } from '../hooks/article-hooks.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/**
 * The article that a request is about to change, for its permission check.
 * @throws HostError 404 `vendor_kb_article_not_found`, also for an article that this caller may not read
 */
export async function existingArticle(
  { access, articles }: Pick<KnowledgeBase, 'access' | 'articles'>,
  id: number,
  reader: Reader,
): Promise<Article> {
  const article = await articles.get(id);
  if (!article) throw articleNotFound(id);
  const { allowed, reason } = await access.accessTo(article, reader);
  // Authors know about their own articles, and may be told which permission they lack.
  const isOwn = reason === 'status' && reader.reader !== null && reader.reader.id === article.authorId;
  if (!allowed && !isOwn) throw articleNotFound(id);
  return article;
}

/** Who writes, and whether HTML stays as it comes. */
export async function writerOf({ user, can }: Person, source: Actor['source'] = 'rest'): Promise<Actor> {
  return { user, source, unfilteredHtml: await can('unfiltered_html') };
}

/**
 * Asks for the right to change an article once more, of the article as a save found it.
 * @throws HostError 403 `rest_forbidden`
 */
export async function assertMayEdit(article: Article, person: Person): Promise<void> {
  if (await person.can('edit_kb_article', article)) return;
  throw forbidden('rest_forbidden', 'Your account may not change this article.', 'edit_kb_article', person);
}
