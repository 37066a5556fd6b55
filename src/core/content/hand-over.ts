import type { Database } from '../database/database.js';
import './tables.js';

/** Reassigns all posts of a deleted account to another user, or to none (0). */
export function handOverPosts(db: Database): (userId: number, heir: number) => Promise<void> {
  return async (userId, heir) => {
    await db.query.updateTable('posts').set({ author_id: heir }).where('author_id', '=', userId).execute();
  };
}
