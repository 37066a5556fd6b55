import type { Database } from '../database/database.js';
import './tables.js';

/** Answers whether the media library has a file of an id, for those who must not know more of it. */
export function createHasFile(db: Database): (id: number) => Promise<boolean> {
  return async (id) => {
    const row = await db.query.selectFrom('attachments').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  };
}
