import type { Database } from '../database/database.js';
import './tables.js';

/** Makes somebody else, or nobody, the author of all posts of an account that is deleted. */
export function handOverPosts(db: Database): (userId: number, heir: number) => Promise<void> {
  return async (userId, heir) => {
    await db.query.updateTable('posts').set({ author_id: heir }).where('author_id', '=', userId).execute();
  };
}
