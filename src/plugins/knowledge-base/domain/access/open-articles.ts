import { type Article, isPublic } from '../articles/article.js';
import type { Articles } from '../articles/articles.js';
import type { KbAccess } from './access.js';
import type { KbViewer } from './viewer.js';

/**
 * Returns the articles that are public and open to the viewer, in the order of the ids. Ids from an in-memory cache
 * may lag behind, so the current rows decide.
 */
export async function openArticles(
  { access, articles }: { readonly access: KbAccess; readonly articles: Articles },
  ids: readonly number[],
  viewer: KbViewer,
): Promise<Article[]> {
  const [found, { admits }] = await Promise.all([articles.getMany([...ids]), access.visibility(viewer)]);
  return found.filter((article) => isPublic(article) && admits(article));
}
