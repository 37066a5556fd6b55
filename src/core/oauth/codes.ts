import { secretDigest } from '../crypto/secret-digest.js';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { decodeNames } from '../identity/oauth/scopes.js';
import '../identity/oauth/tables.js';

/** Stored authorization code. */
export interface OAuthCode {
  /** Family of the tokens issued for this code. */
  readonly family: string;
  readonly clientRow: number;
  readonly userId: number;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** SHA-256 of the verifier, in base64url (PKCE with S256). */
  readonly codeChallenge: string;
  readonly expiresAt: Date;
  readonly isUsed: boolean;
}

/** Store of authorization codes, by digest. */
export interface OAuthCodes {
  save(code: string, details: Omit<OAuthCode, 'isUsed'>): Promise<void>;
  /** Finds a code, including used and expired ones until they are deleted. */
  find(code: string): Promise<OAuthCode | null>;
  /**
   * Marks a code as used.
   * @returns whether it was unused: true for only one of several concurrent callers
   */
  use(code: string): Promise<boolean>;
}

export function createOAuthCodes(db: Database): OAuthCodes {
  return {
    async save(code, details) {
      await db.query
        .insertInto('oauth_codes')
        .values({
          code_hash: secretDigest(code),
          family: details.family,
          client_id: details.clientRow,
          user_id: details.userId,
          redirect_uri: details.redirectUri,
          scopes: json.encode(details.scopes),
          code_challenge: details.codeChallenge,
          expires_at: utc.encode(details.expiresAt),
          used_at: null,
        })
        .execute();
    },
    async find(code) {
      const row = await db.query
        .selectFrom('oauth_codes')
        .selectAll()
        .where('code_hash', '=', secretDigest(code))
        .executeTakeFirst();
      if (!row) return null;
      return {
        family: row.family,
        clientRow: row.client_id,
        userId: row.user_id,
        redirectUri: row.redirect_uri,
        scopes: decodeNames(row.scopes),
        codeChallenge: row.code_challenge,
        expiresAt: utc.decode(row.expires_at),
        isUsed: row.used_at !== null,
      };
    },
    async use(code) {
      const { numUpdatedRows } = await db.query
        .updateTable('oauth_codes')
        .set({ used_at: utc.encode(new Date()) })
        .where('code_hash', '=', secretDigest(code))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
