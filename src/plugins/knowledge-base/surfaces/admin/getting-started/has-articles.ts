import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { POST_TYPE } from '../../../domain/articles/article.js';

/** Tells whether any article exists, in any status. Without one, the start page is shown. */
export async function hasArticles({ db }: Pick<KnowledgeBase, 'db'>): Promise<boolean> {
  const row = await db.query.selectFrom('posts').select('id').where('type', '=', POST_TYPE).limit(1).executeTakeFirst();
  return row !== undefined;
}
