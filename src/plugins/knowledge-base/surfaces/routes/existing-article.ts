import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Person, Reader } from '../../domain/access/readers.js';
import type { Actor } from '../../domain/articles/actor.js';
import type { Article } from '../../domain/articles/article.js';
import { articleNotFound, forbidden } from '../../domain/errors.js';

/**
 * Loads the article to change, for its permission check.
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
  // Authors know their own articles exist, so they may learn which permission they lack.
  const isOwn = reason === 'status' && reader.reader !== null && reader.reader.id === article.authorId;
  if (!allowed && !isOwn) throw articleNotFound(id);
  return article;
}

/** Returns the author of a change, and whether their HTML stays unfiltered. */
export async function writerOf({ user, can }: Person, source: Actor['source'] = 'rest'): Promise<Actor> {
  return { user, source, unfilteredHtml: await can('unfiltered_html') };
}

/**
 * Checks permission to edit the article again, in the state that the save has locked.
 * @throws HostError 403 `rest_forbidden`
 */
export async function assertMayEdit(article: Article, person: Person): Promise<void> {
  if (await person.can('edit_kb_article', article)) return;
  throw forbidden('rest_forbidden', 'Your account cannot edit this article.', 'edit_kb_article', person);
}
