import { randomBytes } from 'node:crypto';
import { type Database, utc } from '../../../database.js';

/**
 * Random salts that distinguish visitors for a day or a week.
 * All processes share them. A salt is deleted after its period, so that digests made with it cannot be traced back.
 */
export interface Salts {
  /**
   * Returns the salt of a period. Must not be called inside a transaction: the loser of a race reads again.
   * @param period `d:2026-11-22`, `w:2026-47`
   */
  of(period: string): Promise<string>;
  /** Deletes salts created before a date, optionally only daily (`d`) or weekly (`w`) ones. */
  purge(before: Date, unit?: 'd' | 'w'): Promise<void>;
}

export function createSalts(db: Database): Salts {
  /** Requests use few periods: the current day and week. */
  const known = new Map<string, Promise<string>>();

  async function read(period: string): Promise<string | undefined> {
    const row = await db.query.selectFrom('kb_salts').select('salt').where('period', '=', period).executeTakeFirst();
    return row?.salt;
  }

  async function make(period: string): Promise<string> {
    const stored = await read(period);
    if (stored !== undefined) return stored;
    const salt = randomBytes(32).toString('base64url');
    try {
      await db.query
        .insertInto('kb_salts')
        .values({ period, salt, created_at: utc.encode(new Date()) })
        .execute();
      return salt;
    } catch (error) {
      const winner = db.isUniqueViolation(error) ? await read(period) : undefined;
      if (winner === undefined) throw error;
      return winner;
    }
  }

  return {
    of(period) {
      const remembered = known.get(period);
      if (remembered) return remembered;
      const made = make(period);
      known.set(period, made);
      made.catch(() => known.delete(period));
      return made;
    },
    async purge(before, unit) {
      known.clear();
      await db.query
        .deleteFrom('kb_salts')
        .where('period', 'like', `${unit ?? '_'}:%`)
        .where('created_at', '<', utc.encode(before))
        .execute();
    },
  };
}
