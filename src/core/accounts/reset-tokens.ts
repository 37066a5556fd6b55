import { randomToken } from '../crypto/random-text.js';
import { secretDigest } from '../crypto/secret-digest.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import '../identity/tables.js';

/** Milliseconds for which a link works. */
export const RESET_LIFE = 60 * 60 * 1000;

/** An account as a request for a new password needs to know it. */
export interface ResetAccount {
  readonly id: number;
  readonly login: string;
  /** Null for people of the site's own login without a known address. */
  readonly email: string | null;
  readonly name: string;
  /** Null for accounts of our own. */
  readonly provider: string | null;
  readonly passwordHash: string | null;
}

/** Tokens that allow one change of one password, for an hour. */
export interface ResetTokens {
  /** Makes a token for the account as it is now; earlier ones stop working. @returns 43 characters */
  issue(account: ResetAccount): Promise<string>;
  /** The account of a token that would work now, null for every other. */
  find(token: string): Promise<ResetAccount | null>;
  /** Uses a token up, as part of the running transaction. @returns false when it did not work any more */
  consume(token: string): Promise<boolean>;
}

export function createResetTokens({ db, now = Date.now }: { db: Database; now?: () => number }): ResetTokens {
  const notExpired = () => utc.encode(new Date(now()));

  async function replace(userId: number, row: NewToken): Promise<boolean> {
    const { numUpdatedRows } = await db.query
      .updateTable('password_resets')
      .set(row)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function find(token: string): Promise<ResetAccount | null> {
    const row = await db.query
      .selectFrom('password_resets')
      .innerJoin('users', 'users.id', 'password_resets.user_id')
      .select([
        'users.id',
        'users.login',
        'users.email',
        'users.name',
        'users.provider',
        'users.password_hash as passwordHash',
        'password_resets.account_hash as accountHash',
      ])
      .where('password_resets.token_hash', '=', secretDigest(token))
      .where('password_resets.expires_at', '>', notExpired())
      .executeTakeFirst();
    if (!row) return null;
    const { accountHash, ...account } = row;
    return accountHash === accountDigest(account) ? account : null;
  }

  return {
    find,
    async issue(account) {
      const token = randomToken();
      const row = {
        token_hash: secretDigest(token),
        account_hash: accountDigest(account),
        expires_at: utc.encode(new Date(now() + RESET_LIFE)),
      };
      if (await replace(account.id, row)) return token;
      try {
        await db.query
          .insertInto('password_resets')
          .values({ user_id: account.id, ...row })
          .execute();
      } catch (error) {
        // Another request of the same account was first: ours is the newer one.
        if (!db.isUniqueViolation(error) || !(await replace(account.id, row))) throw error;
      }
      return token;
    },
    async consume(token) {
      if (!(await find(token))) return false;
      // Of several at once one finds the row still there.
      const { numDeletedRows } = await db.query
        .deleteFrom('password_resets')
        .where('token_hash', '=', secretDigest(token))
        .where('expires_at', '>', notExpired())
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}

interface NewToken {
  readonly token_hash: string;
  readonly account_hash: string;
  readonly expires_at: string;
}

/** What a token is bound to, and stops working with. */
function accountDigest({ email, passwordHash }: ResetAccount): string {
  return secretDigest(JSON.stringify([email, passwordHash]));
}
