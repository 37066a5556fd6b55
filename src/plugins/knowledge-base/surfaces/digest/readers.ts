import { bool, type Database, utc } from '../../../../database.js';
import type { DigestPeriod } from './period.js';

/** A user's digest preferences. */
export interface DigestChoice {
  readonly declined: boolean;
  /** BCP 47; null for the site's language. */
  readonly locale: string | null;
}

/** End of the digests sent to a user. */
interface DigestProgress {
  readonly begun: Date | null;
  readonly sentUntil: Date | null;
}

/** Stores digest preferences and delivery status. */
export interface DigestReaders {
  get(userId: number): Promise<DigestChoice & DigestProgress>;
  choose(userId: number, choice: Partial<DigestChoice>): Promise<void>;
  /**
   * Claims the email of a period. Only one of several attempts succeeds. Whatever happens afterwards, the next period
   * starts no later than this one did.
   */
  begin(userId: number, period: DigestPeriod): Promise<boolean>;
  /** Releases the claim of an email that was not sent, so that it can be claimed again. */
  giveBack(userId: number, until: Date, before: Date | null): Promise<void>;
  /** Records that the user has received everything up to this time. */
  markSent(userId: number, until: Date): Promise<void>;
  /** Returns the stored data of a user; null for none. */
  stored(userId: number): Promise<(DigestChoice & DigestProgress) | null>;
  forget(userId: number): Promise<void>;
}

const NOTHING: DigestChoice & DigestProgress = { declined: false, locale: null, begun: null, sentUntil: null };

export function createDigestReaders(db: Database): DigestReaders {
  async function stored(userId: number): Promise<(DigestChoice & DigestProgress) | null> {
    const row = await db.query
      .selectFrom('kb_digest_readers')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) return null;
    return {
      declined: bool.decode(row.is_declined),
      locale: row.locale,
      begun: row.begun === null ? null : utc.decode(row.begun),
      sentUntil: row.told === null ? null : utc.decode(row.told),
    };
  }

  /** Inserts or updates the row. */
  async function put(
    userId: number,
    set: { readonly is_declined?: number; readonly locale?: string | null },
  ): Promise<void> {
    const row = { user_id: userId, is_declined: 0, locale: null, begun: null, told: null, ...set };
    await db.upsert('kb_digest_readers', row, ['user_id'], set);
  }

  return {
    stored,
    get: async (userId) => (await stored(userId)) ?? NOTHING,
    choose: (userId, { declined, locale }) =>
      put(userId, {
        ...(declined === undefined ? {} : { is_declined: bool.encode(declined) }),
        ...(locale === undefined ? {} : { locale }),
      }),
    async begin(userId, { since, until }) {
      const slot = utc.encode(until);
      await put(userId, {});
      const { numUpdatedRows } = await db.query
        .updateTable('kb_digest_readers')
        .set((eb) => ({ begun: slot, told: eb.fn.coalesce('told', eb.val(utc.encode(since))) }))
        .where('user_id', '=', userId)
        .where('is_declined', '=', 0)
        .where((eb) => eb.or([eb('begun', 'is', null), eb('begun', '<', slot)]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async giveBack(userId, until, before) {
      await db.query
        .updateTable('kb_digest_readers')
        .set({ begun: before === null ? null : utc.encode(before) })
        .where('user_id', '=', userId)
        .where('begun', '=', utc.encode(until))
        .execute();
    },
    async markSent(userId, until) {
      await db.query
        .updateTable('kb_digest_readers')
        .set({ told: utc.encode(until) })
        .where('user_id', '=', userId)
        .execute();
    },
    async forget(userId) {
      await db.query.deleteFrom('kb_digest_readers').where('user_id', '=', userId).execute();
    },
  };
}
