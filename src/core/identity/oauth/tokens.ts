import { secretDigest } from '../../crypto/secret-digest.js';
import { bool, json, utc } from '../../database/codec.js';
import type { Database } from '../../database/database.js';
import { createLastUse } from '../last-use.js';
import { decodeNames, presentScopes } from './scopes.js';
import './tables.js';

const DAY = 24 * 60 * 60 * 1000;
/** Maximum number of expired rows deleted at a time. Each issued token adds at most two. */
const PURGED_AT_ONCE = 50;

/** Token with the scopes its client may still have. */
export interface OAuthToken {
  readonly kind: 'access' | 'refresh';
  readonly family: string;
  readonly clientId: string;
  /** Row id of the client. */
  readonly clientRow: number;
  readonly userId: number;
  /** Granted scopes that the client may still have. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Refresh token as issued, exchanged or not. */
export interface RefreshToken extends OAuthToken {
  readonly isUsed: boolean;
  /** Scopes it was issued with. */
  readonly givenScopes: readonly string[];
}

export interface NewToken {
  readonly token: string;
  readonly kind: 'access' | 'refresh';
  readonly family: string;
  readonly clientRow: number;
  readonly userId: number;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
}

/** Store of access and refresh tokens, by digest. */
export interface OAuthTokens {
  save(token: NewToken): Promise<void>;
  /** Returns a valid access token and records its use, or null for a wrong or expired one. */
  verify(token: string): Promise<OAuthToken | null>;
  /** Finds a currently valid token of either type. */
  find(token: string): Promise<OAuthToken | null>;
  /** Finds a refresh token, including exchanged and expired ones. Null if it was revoked or never existed. */
  findRefresh(token: string): Promise<RefreshToken | null>;
  /**
   * Marks a refresh token as exchanged.
   * @returns whether it was unused: true for only one of several concurrent callers
   */
  use(token: string): Promise<boolean>;
  revoke(token: string): Promise<void>;
  revokeFamily(family: string): Promise<void>;
  /** Deletes a batch of expired tokens and codes. */
  purge(): Promise<void>;
}

export function createOAuthTokens(db: Database): OAuthTokens {
  const lastUse = createLastUse(db, 'oauth_tokens');
  const selectTokens = () =>
    db.query
      .selectFrom('oauth_tokens')
      .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_tokens.client_id')
      .select([
        'oauth_tokens.id',
        'oauth_tokens.kind',
        'oauth_tokens.family',
        'oauth_tokens.client_id',
        'oauth_tokens.user_id',
        'oauth_tokens.scopes',
        'oauth_tokens.created_at',
        'oauth_tokens.expires_at',
        'oauth_tokens.used_at',
        'oauth_tokens.last_used_at',
        'oauth_clients.public_id',
        'oauth_clients.scopes as client_scopes',
      ])
      .where('oauth_clients.disabled', '=', bool.encode(false));

  const findRow = (token: string) =>
    selectTokens()
      .where('oauth_tokens.token_hash', '=', secretDigest(token))
      .where('oauth_tokens.expires_at', '>', utc.encode(new Date()))
      .executeTakeFirst();

  /** Records the use at most once a minute. Only one of several concurrent requests writes. */
  async function markUsed(
    row: TokenRow & { readonly id: number; readonly last_used_at: string | null },
  ): Promise<void> {
    if (!(await lastUse.note(row))) return;
    await db.query
      .updateTable('oauth_consents')
      .set({ last_used_at: utc.encode(new Date()) })
      .where('user_id', '=', row.user_id)
      .where('client_id', '=', row.client_id)
      .execute();
  }

  async function purgeTable(table: 'oauth_tokens' | 'oauth_codes', before: Date): Promise<void> {
    const rows = await db.query
      .selectFrom(table)
      .select('id')
      .where('expires_at', '<=', utc.encode(before))
      .orderBy('expires_at')
      .limit(PURGED_AT_ONCE)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.query.deleteFrom(table).where('id', 'in', ids).execute();
  }

  return {
    async save({ token, kind, family, clientRow, userId, scopes, expiresAt }) {
      await db.query
        .insertInto('oauth_tokens')
        .values({
          token_hash: secretDigest(token),
          kind,
          family,
          client_id: clientRow,
          user_id: userId,
          scopes: json.encode(scopes),
          created_at: utc.encode(new Date()),
          expires_at: utc.encode(expiresAt),
          used_at: null,
          last_used_at: null,
        })
        .execute();
    },
    async verify(token) {
      const row = await findRow(token);
      if (row?.kind !== 'access') return null;
      await markUsed(row);
      return toToken(row);
    },
    async find(token) {
      const row = await findRow(token);
      return row && row.used_at === null ? toToken(row) : null;
    },
    async findRefresh(token) {
      const row = await selectTokens()
        .where('oauth_tokens.token_hash', '=', secretDigest(token))
        .where('oauth_tokens.kind', '=', 'refresh')
        .executeTakeFirst();
      return row ? { ...toToken(row), isUsed: row.used_at !== null, givenScopes: decodeNames(row.scopes) } : null;
    },
    async use(token) {
      const { numUpdatedRows } = await db.query
        .updateTable('oauth_tokens')
        .set({ used_at: utc.encode(new Date()) })
        .where('token_hash', '=', secretDigest(token))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async revoke(token) {
      await db.query.deleteFrom('oauth_tokens').where('token_hash', '=', secretDigest(token)).execute();
    },
    async revokeFamily(family) {
      await db.query.deleteFrom('oauth_tokens').where('family', '=', family).execute();
    },
    async purge() {
      await purgeTable('oauth_tokens', new Date());
      await purgeTable('oauth_codes', new Date(Date.now() - DAY));
    },
  };
}

interface TokenRow {
  readonly kind: string;
  readonly family: string;
  readonly client_id: number;
  readonly user_id: number;
  readonly scopes: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly public_id: string;
  readonly client_scopes: string;
}

function toToken(row: TokenRow): OAuthToken {
  return {
    kind: row.kind === 'access' ? 'access' : 'refresh',
    family: row.family,
    clientId: row.public_id,
    clientRow: row.client_id,
    userId: row.user_id,
    scopes: presentScopes(row.scopes, row.client_scopes),
    createdAt: utc.decode(row.created_at),
    expiresAt: utc.decode(row.expires_at),
  };
}
