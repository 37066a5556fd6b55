import { sql } from 'kysely';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { PersonalData } from './personal-data.js';
import '../outbox/tables.js';
import '../webhooks/tables.js';

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
