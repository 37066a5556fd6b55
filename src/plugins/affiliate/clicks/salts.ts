import { randomBytes } from 'node:crypto';
import { type Database, utc } from '../../../index.js';

/** Random texts, one for each day of the site's zone, the same in all processes. */
export interface Salts {
  /** Not to be asked inside a transaction: who loses the race to make one reads anew. */
  of(day: string): Promise<string>;
  /** Deletes those that were made before. */
  purge(before: Date): Promise<void>;
}

const BYTES = 32;

export function createSalts(db: Database, now: () => Date): Salts {
  /** Those that are in use: today's, and yesterday's for a moment. */
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
    // Another process may have been first.
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
