import { type Database, utc } from '../../../../database.js';

/** Queues an article for the search indexes of all processes, effective after the commit. */
export async function searchChanged(db: Database, articleId: number): Promise<void> {
  await db.query
    .insertInto('kb_search_changes')
    .values({ article_id: articleId, created_at: utc.encode(new Date()) })
    .execute();
}
