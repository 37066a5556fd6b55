import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { ACCOUNT_EMAIL, deletePendingEmail } from '../identity/user-emails.js';
import type { PersonalData } from './personal-data.js';
import '../identity/tables.js';

type CredentialTable = 'sessions' | 'application_passwords' | 'password_resets';

/** Personal data in a table whose rows belong to one account. */
function rowsOfAccount<Table extends CredentialTable>(
  db: Database,
  table: Table,
  {
    columns,
    ...names
  }: Pick<PersonalData, 'name' | 'label'> & { readonly columns: readonly (keyof Tables[Table] & string)[] },
): PersonalData {
  return {
    ...names,
    async export({ user }) {
      if (!user) return [];
      const { table: tableOf, ref } = db.query.dynamic;
      const rows = await db.query
        .selectFrom(tableOf(table).as('held'))
        .select(columns.map((column) => ref<string>(column)))
        .where(ref('user_id'), '=', user.id)
        .execute();
      return rows.map(withIsoTimes).map(withLists);
    },
    async erase({ user }) {
      if (!user) return erased(0n);
      const { numDeletedRows } = await db.query
        .deleteFrom(table as CredentialTable)
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      return erased(numDeletedRows);
    },
  };
}

/** Sessions of the user, current and past. */
export function sessionData(db: Database): PersonalData {
  return rowsOfAccount(db, 'sessions', {
    name: 'core/sessions',
    label: 'Sessions',
    columns: ['user_agent', 'ip', 'created_at', 'last_seen_at', 'expires_at'],
  });
}

export function applicationPasswordData(db: Database): PersonalData {
  return rowsOfAccount(db, 'application_passwords', {
    name: 'core/application-passwords',
    label: 'Application passwords',
    columns: ['uuid', 'name', 'scopes', 'allowed_ips', 'expires_at', 'created_at', 'last_used_at', 'last_ip'],
  });
}

/** Pending password reset link. */
export function passwordResetData(db: Database): PersonalData {
  return rowsOfAccount(db, 'password_resets', {
    name: 'core/password-resets',
    label: 'Password reset links',
    columns: ['expires_at'],
  });
}

/** New email pending confirmation. */
export function pendingEmailData(db: Database): PersonalData {
  return {
    name: 'core/pending-email',
    label: 'Pending email address',
    async export({ user }) {
      if (!user) return [];
      const rows = await db.query
        .selectFrom('email_confirmations')
        .select(['email', 'requested_at', 'expires_at'])
        .where('kind', '=', ACCOUNT_EMAIL)
        .where('subject_id', '=', user.id)
        .execute();
      return rows.map(withIsoTimes);
    },
    erase: async ({ user }) => erased(user ? await deletePendingEmail(db, user.id) : 0n),
  };
}

/** API keys. Those that act for the person are erased, those they created for others lose their creator. */
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

export function erased(rows: bigint) {
  return { count: Number(rows), outcome: 'erased', reason: null } as const;
}

/** Converts times to ISO 8601. Their columns are named `..._at`. */
export function withIsoTimes(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? utc.decode(value).toISOString() : value,
    ]),
  );
}

/** Decodes lists that are stored as JSON. */
function withLists(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      LISTS.has(name) && typeof value === 'string' ? json.decode(value) : value,
    ]),
  );
}

const LISTS = new Set(['scopes', 'allowed_ips']);
