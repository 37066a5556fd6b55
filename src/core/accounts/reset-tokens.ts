import { randomToken } from '../crypto/random-text.js';
import { secretDigest } from '../crypto/secret-digest.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import '../identity/tables.js';

/** Milliseconds for which a link is valid. */
export const RESET_LIFE = 60 * 60 * 1000;

/** Account data needed for a password reset. */
export interface ResetAccount {
  readonly id: number;
  readonly login: string;
  /** Null for users of the site's own login without a known email. */
  readonly email: string | null;
  readonly name: string;
  /** Null for the host's own accounts. */
  readonly provider: string | null;
  readonly passwordHash: string | null;
}

/** Tokens that allow a single password reset, for an hour. */
export interface ResetTokens {
  /** Creates a token for the account and invalidates earlier ones. @returns 43 characters */
  issue(account: ResetAccount): Promise<string>;
  /** Returns the account of a currently valid token, or null. */
  find(token: string): Promise<ResetAccount | null>;
  /** Consumes a token, in the current transaction. @returns false if it was no longer valid */
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
        // A concurrent request of the same account inserted first. This one is newer and overwrites it.
        if (!db.isUniqueViolation(error) || !(await replace(account.id, row))) throw error;
      }
      return token;
    },
    async consume(token) {
      if (!(await find(token))) return false;
      // Only one of several concurrent callers finds the row.
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

/** Account data that a token is bound to. A change of it invalidates the token. */
function accountDigest({ email, passwordHash }: ResetAccount): string {
  return secretDigest(JSON.stringify([email, passwordHash]));
}
