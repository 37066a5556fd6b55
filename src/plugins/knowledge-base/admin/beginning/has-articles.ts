import { POST_TYPE } from '../../article.js';
import type { KnowledgeBase } from '../../knowledge-base.js';

/** Whether there is any article, in whatever state: without one it is the first visit. */
export async function hasArticles({ db }: Pick<KnowledgeBase, 'db'>): Promise<boolean> {
  const row = await db.query.selectFrom('posts').select('id').where('type', '=', POST_TYPE).limit(1).executeTakeFirst();
  return row !== undefined;
}
