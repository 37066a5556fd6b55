import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { PersonalData } from './personal-data.js';
import '../content/tables.js';

/** Author id of posts without an author. */
const NOBODY = 0;

/** Posts by the user, of every type and status. They belong to the site and are kept without their author. */
export function postData(db: Database): PersonalData {
  return {
    name: 'core/posts',
    label: 'Posts',
    async export({ user }) {
      if (!user) return [];
      const rows = await db.query
        .selectFrom('posts')
        .select(['id', 'type', 'status', 'title', 'slug', 'locale', 'content', 'content_format', 'excerpt', 'meta'])
        .select(['created_at', 'modified_at', 'published_at'])
        .where('author_id', '=', user.id)
        .orderBy('id')
        .execute();
      return rows.map(({ meta, created_at, modified_at, published_at, ...post }) => ({
        ...post,
        meta: json.decode(meta),
        created_at: utc.decode(created_at).toISOString(),
        modified_at: utc.decode(modified_at).toISOString(),
        published_at: published_at && utc.decode(published_at).toISOString(),
      }));
    },
    async erase({ user }) {
      const reason = 'Texts belong to the site. Their author is removed.';
      if (!user) return { count: 0, outcome: 'detached', reason };
      const { numUpdatedRows } = await db.query
        .updateTable('posts')
        .set({ author_id: NOBODY })
        .where('author_id', '=', user.id)
        .executeTakeFirst();
      return { count: Number(numUpdatedRows), outcome: 'detached', reason };
    },
  };
}
