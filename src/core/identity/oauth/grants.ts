import { json, utc } from '../../database/codec.js';
import type { Database } from '../../database/database.js';
import { decodeNames, isWithin, presentScopes } from './scopes.js';
import './tables.js';

/** What a person has allowed a program: a line of "apps you have allowed". */
export interface OAuthGrant {
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  /** When a token of it was last used, to the minute. */
  readonly lastUsedAt: Date | null;
}

export interface OAuthGrants {
  /** What the user has allowed, newest first. */
  list(userId: number): Promise<readonly OAuthGrant[]>;
  /** Takes it back: the client's codes and tokens for this user end, and it has to ask again. @returns whether there was one */
  revoke(userId: number, clientId: string): Promise<boolean>;
  /** Ends all codes and tokens of the user and forgets what was allowed: for a new password, or an account that goes. */
  revokeAll(userId: number): Promise<void>;
  /** Whether the user has allowed the client all of this before. */
  covers(userId: number, clientRow: number, scopes: readonly string[]): Promise<boolean>;
  /** Remembers that the user allowed this, besides what was allowed before. */
  remember(userId: number, clientRow: number, scopes: readonly string[]): Promise<void>;
}

export function createOAuthGrants(db: Database): OAuthGrants {
  const consent = (userId: number, clientRow: number) =>
    db.query
      .selectFrom('oauth_consents')
      .select('scopes')
      .where('user_id', '=', userId)
      .where('client_id', '=', clientRow)
      .executeTakeFirst();

  return {
    async list(userId) {
      const rows = await db.query
        .selectFrom('oauth_consents')
        .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_consents.client_id')
        .select([
          'oauth_clients.public_id',
          'oauth_clients.name',
          'oauth_clients.scopes as client_scopes',
          'oauth_consents.scopes',
          'oauth_consents.created_at',
          'oauth_consents.last_used_at',
        ])
        .where('oauth_consents.user_id', '=', userId)
        .orderBy('oauth_consents.id', 'desc')
        .execute();
      return rows.map((row) => ({
        clientId: row.public_id,
        clientName: row.name,
        scopes: presentScopes(row.scopes, row.client_scopes),
        createdAt: utc.decode(row.created_at),
        lastUsedAt: row.last_used_at === null ? null : utc.decode(row.last_used_at),
      }));
    },
    async revoke(userId, clientId) {
      return db.transaction(async () => {
        const client = await db.query
          .selectFrom('oauth_clients')
          .select('id')
          .where('public_id', '=', clientId)
          .executeTakeFirst();
        if (!client) return false;
        // Codes first: whoever is exchanging one meanwhile has finished then, and the tokens are found.
        for (const table of ['oauth_codes', 'oauth_tokens'] as const) {
          await db.query.deleteFrom(table).where('user_id', '=', userId).where('client_id', '=', client.id).execute();
        }
        const { numDeletedRows } = await db.query
          .deleteFrom('oauth_consents')
          .where('user_id', '=', userId)
          .where('client_id', '=', client.id)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      });
    },
    async revokeAll(userId) {
      await db.transaction(async () => {
        for (const table of ['oauth_codes', 'oauth_tokens', 'oauth_consents'] as const) {
          await db.query.deleteFrom(table).where('user_id', '=', userId).execute();
        }
      });
    },
    async covers(userId, clientRow, scopes) {
      const known = await consent(userId, clientRow);
      return known !== undefined && isWithin(scopes, decodeNames(known.scopes));
    },
    async remember(userId, clientRow, scopes) {
      const known = await consent(userId, clientRow);
      const now = utc.encode(new Date());
      const all = json.encode([...new Set([...(known ? decodeNames(known.scopes) : []), ...scopes])]);
      await db.upsert(
        'oauth_consents',
        {
          user_id: userId,
          client_id: clientRow,
          scopes: all,
          created_at: now,
          modified_at: now,
          last_used_at: null,
        },
        ['user_id', 'client_id'],
        { scopes: all, modified_at: now },
      );
    },
  };
}
