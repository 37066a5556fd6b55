import type { Database } from '../database/database.js';
import './tables.js';

/** Makes somebody else, or nobody, the owner of all files of an account that is deleted. */
export function handOverFiles(db: Database): (userId: number, heir: number) => Promise<void> {
  return async (userId, heir) => {
    await db.query.updateTable('attachments').set({ author_id: heir }).where('author_id', '=', userId).execute();
  };
}
