import { randomBytes } from 'node:crypto';
import { addDays } from '../calendar.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';

/** Random salts, one per plugin and day, shared by all processes of the site. */
export interface Salts {
  /**
   * Returns the salt of a plugin and day, and creates it if there is none. Do not call it inside a transaction, which
   * would not see the salt that another process creates at the same time.
   */
  of(owner: string, day: string): Promise<string>;
  /** Deletes the salts created before a time. */
  purge(before: Date): Promise<void>;
}

const BYTES = 32;

export function createSalts(db: Database, now: () => Date): Salts {
  /** Salts of today and, around midnight, of yesterday. */
  const cached = new Map<string, { readonly day: string; readonly salt: Promise<string> }>();

  async function read(owner: string, day: string): Promise<string | undefined> {
    const row = await db.query
      .selectFrom('visitor_salts')
      .select('salt')
      .where('owner', '=', owner)
      .where('day', '=', day)
      .executeTakeFirst();
    return row?.salt;
  }

  async function readOrCreate(owner: string, day: string): Promise<string> {
    const stored = await read(owner, day);
    if (stored !== undefined) return stored;
    const row = { owner, day, salt: randomBytes(BYTES).toString('base64url'), created_at: utc.encode(now()) };
    await db.upsert('visitor_salts', row, ['owner', 'day'], {});
    // Another process may have created it first.
    return (await read(owner, day)) ?? row.salt;
  }

  /** Deleted salts must not survive in memory. */
  function dropOld(day: string): void {
    const yesterday = addDays(day, -1);
    for (const [key, known] of cached) if (known.day < yesterday) cached.delete(key);
  }

  return {
    of(owner, day) {
      const key = `${day} ${owner}`;
      const known = cached.get(key);
      if (known) return known.salt;
      dropOld(day);
      const salt = readOrCreate(owner, day);
      cached.set(key, { day, salt });
      salt.catch(() => cached.delete(key));
      return salt;
    },
    async purge(before) {
      cached.clear();
      await db.query.deleteFrom('visitor_salts').where('created_at', '<', utc.encode(before)).execute();
    },
  };
}
