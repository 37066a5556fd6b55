import { randomBytes } from 'node:crypto';
import { type Database, utc } from '../../../index.js';

/**
 * Random texts that visitors are told apart by for a day or a week. All processes have the same one; when its period is
 * over it is deleted, and what was made with it leads back to nobody.
 */
export interface Salts {
  /** @param period `d:2026-11-22`, `w:2026-47`. Not to be asked inside a transaction: who loses the race reads anew. */
  of(period: string): Promise<string>;
  /** Deletes those that were made before, or of them only those of days (`d`) or weeks (`w`). */
  purge(before: Date, unit?: 'd' | 'w'): Promise<void>;
}

export function createSalts(db: Database): Salts {
  /** The periods that requests ask for are few: today's, this week's. */
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
