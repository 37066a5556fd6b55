import type { Database } from '../database/database.js';
import { createOAuthGrants } from '../identity/oauth/grants.js';
import { erased, withIsoTimes } from './credential-data.js';
import type { PersonalData } from './personal-data.js';
import '../identity/oauth/tables.js';

/** OAuth grants of the person. Their codes and tokens are erased too. */
export function oauthGrantData(db: Database): PersonalData {
  const grants = createOAuthGrants(db);
  return {
    name: 'core/oauth-grants',
    label: 'Authorized apps',
    async export({ user }) {
      if (!user) return [];
      const allowed = await grants.list(user.id);
      return allowed.map(({ clientId, clientName, scopes, createdAt, lastUsedAt }) => ({
        client_id: clientId,
        name: clientName,
        scopes,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      }));
    },
    async erase({ user }) {
      if (!user) return erased(0n);
      const allowed = await grants.list(user.id);
      await grants.revokeAll(user.id);
      return erased(BigInt(allowed.length));
    },
  };
}

/** OAuth clients that the person registered, or that act as the person. */
export function oauthClientData(db: Database): PersonalData {
  const reason = 'Other users may use them too. Apps that acted as this person lose access.';
  return {
    name: 'core/oauth-clients',
    label: 'OAuth clients',
    async export({ user }) {
      if (!user) return [];
      const rows = await db.query
        .selectFrom('oauth_clients')
        .select(['public_id', 'name', 'user_id', 'created_by', 'created_at', 'last_used_at'])
        .where((row) => row.or([row('user_id', '=', user.id), row('created_by', '=', user.id)]))
        .orderBy('id')
        .execute();
      return rows.map(withIsoTimes);
    },
    async erase({ user }) {
      let count = 0;
      for (const column of user ? (['user_id', 'created_by'] as const) : []) {
        const { numUpdatedRows } = await db.query
          .updateTable('oauth_clients')
          .set({ [column]: null })
          .where(column, '=', user?.id ?? 0)
          .executeTakeFirst();
        count += Number(numUpdatedRows);
      }
      return { count, outcome: 'detached', reason };
    },
  };
}
