import { randomBytes } from 'node:crypto';
import { type Database, utc } from '../../../database.js';

/** Random salts, one per day of the site's time zone, shared by all processes. */
export interface Salts {
  /**
   * Returns the salt of a day. Do not call it inside a transaction: after losing the race to create one, it reads
   * again.
   */
  of(day: string): Promise<string>;
  /** Deletes the salts created before a time. */
  purge(before: Date): Promise<void>;
}

const BYTES = 32;

export function createSalts(db: Database, now: () => Date): Salts {
  /** Salts in use: today's and, around midnight, yesterday's. */
  const known = new Map<string, Promise<string>>();

  async function read(day: string): Promise<string | undefined> {
    const row = await db.query.selectFrom('affiliate_salts').select('salt').where('day', '=', day).executeTakeFirst();
    return row?.salt;
  }

  async function make(day: string): Promise<string> {
    const stored = await read(day);
    if (stored !== undefined) return stored;
    const row = { day, salt: randomBytes(BYTES).toString('base64url'), created_at: utc.encode(now()) };
    await db.upsert('affiliate_salts', row, ['day'], {});
    // Another process may have created it first.
    return (await read(day)) ?? row.salt;
  }

  return {
    of(day) {
      const remembered = known.get(day);
      if (remembered) return remembered;
      const made = make(day);
      known.set(day, made);
      made.catch(() => known.delete(day));
      return made;
    },
    async purge(before) {
      known.clear();
      await db.query.deleteFrom('affiliate_salts').where('created_at', '<', utc.encode(before)).execute();
    },
  };
}
