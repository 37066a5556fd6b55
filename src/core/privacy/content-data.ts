import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { PersonalData } from './personal-data.js';
import '../content/tables.js';
import '../media/tables.js';
import { sql } from 'kysely';
import '../outbox/tables.js';
import '../webhooks/tables.js';

/** Author id of posts without an author. */
const NO_AUTHOR = 0;

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
        .set({ author_id: NO_AUTHOR })
        .where('author_id', '=', user.id)
        .executeTakeFirst();
      return { count: Number(numUpdatedRows), outcome: 'detached', reason };
    },
  };
}

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
        .set({ author_id: NO_AUTHOR })
        .where('author_id', '=', user.id)
        .executeTakeFirst();
      return { count: Number(numUpdatedRows), outcome: 'detached', reason };
    },
  };
}

/**
 * Outbox events and webhook deliveries that contain the person's email.
 * Pending ones are not erased: they are sent within hours, and their receivers depend on them.
 */
export function announcementData(db: Database): PersonalData {
  const events = (email: string) =>
    db.query
      .selectFrom('outbox')
      .select(['id', 'topic', 'payload', 'created_at'])
      .where('state', '=', 'failed')
      .where(sql<boolean>`instr(lower(payload), ${email}) > 0`)
      .orderBy('id');
  const messages = (email: string) =>
    db.query
      .selectFrom('webhook_deliveries')
      .select(['id', 'topic', 'body', 'created_at'])
      .where('status', '!=', 'waiting')
      .where(sql<boolean>`instr(lower(body), ${email}) > 0`)
      .orderBy('id');

  return {
    name: 'core/announcements',
    label: 'Announced actions and webhook messages',
    async export({ email }) {
      if (email === '') return [];
      return [
        ...(await events(email).execute()).map(({ topic, payload, created_at }) => ({
          topic,
          text: payload,
          created_at: new Date(created_at).toISOString(),
        })),
        ...(await messages(email).execute()).map(({ topic, body, created_at }) => ({
          topic,
          text: body,
          created_at: utc.decode(created_at).toISOString(),
        })),
      ];
    },
    async erase({ email }) {
      const ids = async (rows: Promise<{ readonly id: number }[]>) => (await rows).map(({ id }) => id);
      const failed = email === '' ? [] : await ids(events(email).execute());
      const sent = email === '' ? [] : await ids(messages(email).execute());
      if (failed.length > 0) await db.query.deleteFrom('outbox').where('id', 'in', failed).execute();
      if (sent.length > 0) await db.query.deleteFrom('webhook_deliveries').where('id', 'in', sent).execute();
      const reason = 'The receiver of a message keeps its copy.';
      return { count: failed.length + sent.length, outcome: 'erased', reason: sent.length > 0 ? reason : null };
    },
  };
}
