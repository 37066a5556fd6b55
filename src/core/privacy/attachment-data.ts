import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { PersonalData } from './personal-data.js';
import '../media/tables.js';

/** Author of files that have none. */
const NOBODY = 0;

/**
 * What somebody uploaded. It is the site's, so it stays; the name of who did goes. What cameras write into pictures,
 * such as where they were taken, is in the uploaded file alone and in none of its sizes.
 */
export function attachmentData(db: Database): PersonalData {
  return {
    name: 'core/attachments',
    label: 'Files',
    async export({ user }) {
      if (!user) return [];
      const rows = await db.query
        .selectFrom('attachments')
        .select(['id', 'post_id', 'title', 'alt_text', 'caption', 'description', 'filename', 'mime_type', 'bytes'])
        .select(['sha256', 'created_at', 'modified_at'])
        .where('author_id', '=', user.id)
        .orderBy('id')
        .execute();
      return rows.map(({ created_at, modified_at, ...file }) => ({
        ...file,
        created_at: utc.decode(created_at).toISOString(),
        modified_at: utc.decode(modified_at).toISOString(),
      }));
    },
    async erase({ user }) {
      const reason =
        'Files belong to the site; they no longer say who uploaded them. Delete those that show this person, or say where they were taken.';
      if (!user) return { count: 0, outcome: 'detached', reason };
      const { numUpdatedRows } = await db.query
        .updateTable('attachments')
        .set({ author_id: NOBODY })
        .where('author_id', '=', user.id)
        .executeTakeFirst();
      return { count: Number(numUpdatedRows), outcome: 'detached', reason };
    },
  };
}
