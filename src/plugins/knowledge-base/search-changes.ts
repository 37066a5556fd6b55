import { type Database, utc } from '../../index.js';

/** Has the search indexes of all processes look at an article again, once the caller's transaction is committed. */
export async function searchChanged(db: Database, articleId: number): Promise<void> {
  await db.query
    .insertInto('kb_search_changes')
    .values({ article_id: articleId, created_at: utc.encode(new Date()) })
    .execute();
}
