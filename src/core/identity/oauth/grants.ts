import { json, utc } from '../../database/codec.js';
import type { Database } from '../../database/database.js';
import { decodeNames, isWithin, presentScopes } from './scopes.js';
import './tables.js';

/** Access that a user has granted to an OAuth client, as listed under "Allowed apps". */
export interface OAuthGrant {
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  /** Time of the last use of one of its tokens, to the minute. */
  readonly lastUsedAt: Date | null;
}

/** The permissions that users granted to OAuth clients. */
export interface OAuthGrants {
  /** Lists the user's grants, newest first. */
  list(userId: number): Promise<readonly OAuthGrant[]>;
  /**
   * Revokes a grant: deletes the client's codes and tokens for this user, so that the client has to ask again.
   * @returns whether the grant existed
   */
  revoke(userId: number, clientId: string): Promise<boolean>;
  /** Deletes all codes, tokens and grants of the user, after a password change or when the account is deleted. */
  revokeAll(userId: number): Promise<void>;
  /** Whether the user has already granted the client all of these scopes. */
  covers(userId: number, clientRow: number, scopes: readonly string[]): Promise<boolean>;
  /** Saves a grant, adding the scopes to those granted before. */
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
        // Codes first: this waits for a concurrent exchange of a code, whose tokens are then deleted too.
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
      const consented = await consent(userId, clientRow);
      return consented !== undefined && isWithin(scopes, decodeNames(consented.scopes));
    },
    async remember(userId, clientRow, scopes) {
      const consented = await consent(userId, clientRow);
      const now = utc.encode(new Date());
      const all = json.encode([...new Set([...(consented ? decodeNames(consented.scopes) : []), ...scopes])]);
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
