import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { PersonalData } from './personal-data.js';
import '../identity/tables.js';

/** Where somebody is or was signed in. */
export function sessionData(db: Database): PersonalData {
  return {
    name: 'core/sessions',
    label: 'Sessions',
    async export({ user }) {
      if (!user) return [];
      const rows = await db.query
        .selectFrom('sessions')
        .select(['user_agent', 'ip', 'created_at', 'last_seen_at', 'expires_at'])
        .where('user_id', '=', user.id)
        .orderBy('id')
        .execute();
      return rows.map(withIsoTimes);
    },
    async erase({ user }) {
      if (!user) return erased(0n);
      const { numDeletedRows } = await db.query
        .deleteFrom('sessions')
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      return erased(numDeletedRows);
    },
  };
}

export function applicationPasswordData(db: Database): PersonalData {
  return {
    name: 'core/application-passwords',
    label: 'Application passwords',
    async export({ user }) {
      if (!user) return [];
      const rows = await db.query
        .selectFrom('application_passwords')
        .select(['uuid', 'name', 'scopes', 'allowed_ips', 'expires_at', 'created_at', 'last_used_at', 'last_ip'])
        .where('user_id', '=', user.id)
        .orderBy('id')
        .execute();
      return rows.map(withIsoTimes).map(withLists);
    },
    async erase({ user }) {
      if (!user) return erased(0n);
      const { numDeletedRows } = await db.query
        .deleteFrom('application_passwords')
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      return erased(numDeletedRows);
    },
  };
}

/** Keys that act for the person go; keys of programs that the person made for others stay without their name. */
export function apiKeyData(db: Database): PersonalData {
  return {
    name: 'core/api-keys',
    label: 'API keys',
    async export({ user }) {
      if (!user) return [];
      const rows = await db.query
        .selectFrom('api_keys')
        .select(['key_id', 'name', 'scopes', 'allowed_ips', 'expires_at', 'created_at', 'rotated_at'])
        .select(['last_used_at', 'last_ip', 'user_id', 'created_by'])
        .where((row) => row.or([row('user_id', '=', user.id), row('created_by', '=', user.id)]))
        .orderBy('id')
        .execute();
      return rows.map(withIsoTimes).map(withLists);
    },
    async erase({ user }) {
      if (!user) return erased(0n);
      const { numDeletedRows } = await db.query
        .deleteFrom('api_keys')
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      const { numUpdatedRows } = await db.query
        .updateTable('api_keys')
        .set({ created_by: null })
        .where('created_by', '=', user.id)
        .executeTakeFirst();
      return erased(numDeletedRows + numUpdatedRows);
    },
  };
}

/** A link for a new password that is on its way to the person. */
export function passwordResetData(db: Database): PersonalData {
  return {
    name: 'core/password-resets',
    label: 'Links for a new password',
    async export({ user }) {
      if (!user) return [];
      const rows = await db.query
        .selectFrom('password_resets')
        .select('expires_at')
        .where('user_id', '=', user.id)
        .execute();
      return rows.map(withIsoTimes);
    },
    async erase({ user }) {
      if (!user) return erased(0n);
      const { numDeletedRows } = await db.query
        .deleteFrom('password_resets')
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      return erased(numDeletedRows);
    },
  };
}

export function erased(rows: bigint) {
  return { count: Number(rows), outcome: 'erased', reason: null } as const;
}

/** The members of a row that are times are named `..._at`. */
export function withIsoTimes(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? utc.decode(value).toISOString() : value,
    ]),
  );
}

function withLists(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { scopes, allowed_ips } = row;
  return {
    ...row,
    scopes: scopes === null ? null : json.decode(scopes),
    allowed_ips: allowed_ips === null ? null : json.decode(allowed_ips),
  };
}
