import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { PersonalData } from './personal-data.js';
import '../media/tables.js';

/** Author id of files without an author. */
const NOBODY = 0;

/**
 * Files that a user uploaded. They belong to the site and are kept without their author.
 * Camera metadata, such as the location, is only in the original file and in none of its resized versions.
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
        'Files belong to the site. Their uploader is removed. Delete those that show this person, or that reveal a location.';
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
