import { type Database, json } from '../../../../database.js';
import type { ArticleStatus } from '../articles/article.js';
import type { JudgedArticle } from './target.js';

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
