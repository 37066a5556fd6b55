import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { type Article, isPublic } from '../articles/article.js';
import type { KbViewer } from './viewer.js';

/**
 * Returns the articles that are public and open to the viewer, in the order of the ids. Ids from an in-memory cache
 * may lag behind, so the current rows decide.
 */
export async function openArticles(
  { access, articles }: Pick<KnowledgeBase, 'access' | 'articles'>,
  ids: readonly number[],
  viewer: KbViewer,
): Promise<Article[]> {
  const [found, { admits }] = await Promise.all([articles.getMany([...ids]), access.visibility(viewer)]);
  return found.filter((article) => isPublic(article) && admits(article));
}
