import { secretDigest } from '../../crypto/secret-digest.js';
import { bool, json, utc } from '../../database/codec.js';
import type { Database } from '../../database/database.js';
import { decodeNames, presentScopes } from './scopes.js';
import './tables.js';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
/** Expired rows go in pieces this large: each token that is given adds two at most. */
const PURGED_AT_ONCE = 50;

/** A token that is good at this moment. */
export interface OAuthToken {
  readonly kind: 'access' | 'refresh';
  readonly family: string;
  readonly clientId: string;
  /** Row of the client. */
  readonly clientRow: number;
  readonly userId: number;
  /** Those it was given for, as far as the client may still have them. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A refresh token as it was given, exchanged or not. */
export interface RefreshToken extends OAuthToken {
  readonly isUsed: boolean;
  /** Those it was given for. */
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

/** Access and refresh tokens by their digest. */
export interface OAuthTokens {
  save(token: NewToken): Promise<void>;
  /** What a caller's access token is good for, null for a wrong or expired one; notes the use. */
  verify(token: string): Promise<OAuthToken | null>;
  /** A token that is good at this moment, of either kind. */
  find(token: string): Promise<OAuthToken | null>;
  /** A refresh token, also an exchanged or expired one; null for one that was revoked or never was. */
  findRefresh(token: string): Promise<RefreshToken | null>;
  /** Exchanges a refresh token. @returns whether it was unused until now: of several callers at once one is told so */
  use(token: string): Promise<boolean>;
  revoke(token: string): Promise<void>;
  revokeFamily(family: string): Promise<void>;
  /** Removes some of what has expired. */
  purge(): Promise<void>;
}

export function createOAuthTokens(db: Database): OAuthTokens {
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

  /** At most once a minute; the condition lets one of several concurrent requests write. */
  async function markUsed(row: TokenRow & { readonly id: number }): Promise<void> {
    const now = utc.encode(new Date());
    const { numUpdatedRows } = await db.query
      .updateTable('oauth_tokens')
      .set({ last_used_at: now })
      .where('id', '=', row.id)
      .where((of) => of.or([of('last_used_at', 'is', null), of('last_used_at', '<=', minuteAgo())]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await db.query
      .updateTable('oauth_consents')
      .set({ last_used_at: now })
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
      if (row.last_used_at === null || row.last_used_at <= minuteAgo()) await markUsed(row);
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

function minuteAgo(): string {
  return utc.encode(new Date(Date.now() - MINUTE));
}
