import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { announcementData, attachmentData, postData } from './content-data.js';
import {
  apiKeyData,
  applicationPasswordData,
  erased,
  passwordResetData,
  pendingEmailData,
  sessionData,
  withIsoTimes,
} from './credential-data.js';
import type { Person, PersonalData } from './personal-data.js';
import '../identity/tables.js';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../database/names.js';
import { normaliseIdentifier } from '../identifiers.js';
import { createOAuthGrants } from '../identity/oauth/grants.js';
import '../identity/oauth/tables.js';

/** All personal data of the core, in order of erasure: the account is last. */
export function coreData(db: Database): readonly PersonalData[] {
  return [
    postData(db),
    attachmentData(db),
    sessionData(db),
    applicationPasswordData(db),
    apiKeyData(db),
    passwordResetData(db),
    pendingEmailData(db),
    oauthGrantData(db),
    oauthClientData(db),
    announcementData(db),
    authEventData(db),
    accountData(db),
  ];
}

/** The account and its roles. Erased last, because the other data is found through it. */
function accountData(db: Database): PersonalData {
  return {
    name: 'core/account',
    label: 'Account',
    async export({ user }) {
      if (!user) return [];
      const row = await db.query
        .selectFrom('users')
        .select(['provider', 'external_id', 'created_at', 'modified_at', 'email_verified_at'])
        .where('id', '=', user.id)
        .executeTakeFirst();
      if (!row) return [];
      const { created_at, modified_at, email_verified_at: verifiedAt, ...external } = row;
      const { emailVerified, ...account } = user;
      return [
        {
          ...account,
          ...external,
          created_at: toIso(created_at),
          modified_at: toIso(modified_at),
          email_verified_at: verifiedAt === null ? null : toIso(verifiedAt),
        },
      ];
    },
    async erase({ user }) {
      if (!user) return { count: 0, outcome: 'erased', reason: null };
      const row = await db.query.selectFrom('users').select('provider').where('id', '=', user.id).executeTakeFirst();
      await db.query.deleteFrom('user_roles').where('user_id', '=', user.id).execute();
      const { numDeletedRows } = await db.query.deleteFrom('users').where('id', '=', user.id).executeTakeFirst();
      const reason = row?.provider
        ? `The site's login "${row.provider}" creates it again at the person's next login.`
        : null;
      return { count: Number(numDeletedRows), outcome: 'erased', reason };
    },
  };
}

function toIso(text: string): string {
  return utc.decode(text).toISOString();
}

/**
 * Audit log of authentication.
 * Events are kept, but erasure removes user, login, IP address, user agent and details from events about the person,
 * and the actor from events they caused.
 */
function authEventData(db: Database): PersonalData {
  return {
    name: 'core/auth-events',
    label: 'Audit log of logins and credentials',
    async export(person) {
      const rows = await db.query
        .selectFrom('auth_events')
        .selectAll()
        .where((row) => about(row, person))
        .orderBy('id')
        .execute();
      return rows.map(({ occurred_at, event, login, ip, user_agent, detail }) => ({
        occurred_at: utc.decode(occurred_at).toISOString(),
        event,
        login,
        ip,
        user_agent,
        detail: json.decode(detail),
      }));
    },
    async erase(person) {
      const { numUpdatedRows } = await db.query
        .updateTable('auth_events')
        .set({ user_id: null, login: '', ip: '', user_agent: '', detail: json.encode({}) })
        .where((row) => about(row, person))
        .executeTakeFirst();
      const { user } = person;
      if (user) {
        await db.query.updateTable('auth_events').set({ actor_id: null }).where('actor_id', '=', user.id).execute();
      }
      const reason = "Events and their times stay for the site's security. The person is removed.";
      return { count: Number(numUpdatedRows), outcome: 'detached', reason };
    },
  };
}

/** Matches events of the account, and failed logins with its name or email, which may have no user id. */
function about(row: ExpressionBuilder<Tables, 'auth_events'>, { user, email }: Person) {
  const names = [email, user?.login ?? ''].filter((name) => name !== '').map(normaliseIdentifier);
  const typed = names.length > 0 ? [sql<boolean>`lower(trim(login)) in (${sql.join(names)})`] : [];
  return row.or([...(user ? [row('user_id', '=', user.id)] : []), ...typed]);
}

/** OAuth grants of the person. Their codes and tokens are erased too. */
function oauthGrantData(db: Database): PersonalData {
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
function oauthClientData(db: Database): PersonalData {
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
