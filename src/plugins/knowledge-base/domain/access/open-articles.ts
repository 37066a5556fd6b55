import { type Database, json } from '../../../../database.js';
import { type Article, type ArticleStatus, isPublic } from '../articles/article.js';
import type { Articles } from '../articles/articles.js';
import type { KbAccess } from './access.js';
import type { JudgedArticle } from './target.js';
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

/** Loads the members of all articles that access decisions depend on. */
export async function loadEveryArticle(db: Database): Promise<JudgedArticle[]> {
  const rows = await db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select(['posts.id', 'posts.author_id', 'posts.status', 'kb_articles.category_ids', 'kb_articles.rule_id'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    authorId: row.author_id,
    status: row.status as ArticleStatus,
    categoryIds: json.decode(row.category_ids) as number[],
    ruleId: row.rule_id,
  }));
}
