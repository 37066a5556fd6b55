import { sql } from 'kysely';
import type { Migration } from '../database/migrate.js';
import { column, defineTable, type TableOf } from '../database/tables.js';

/** User accounts. Those from the site's own login have a provider and an external id, and often no email. */
const usersTable = defineTable(
  'users',
  {
    id: column.id(),
    login: column.key(60),
    email: column.key(190).nullable(),
    name: column.string(190),
    /** PHC string, or null for accounts that cannot sign in by password. */
    password_hash: column.text().nullable(),
    provider: column.key(60).nullable(),
    external_id: column.key(190).nullable(),
    created_at: column.datetime(),
    modified_at: column.datetime(),
    /** Time at which the user proved ownership of the email. Null if unverified. */
    email_verified_at: column.datetime().nullable(),
  },
  { unique: [['login'], ['email'], ['provider', 'external_id']] },
);

const userRolesTable = defineTable(
  'user_roles',
  { user_id: column.integer(), role: column.key(64) },
  { primaryKey: ['user_id', 'role'], indexes: [['role']] },
);

/** Sessions of the host's own login, one row per browser. Only the SHA-256 of the token is stored. */
const sessionsTable = defineTable(
  'sessions',
  {
    id: column.id(),
    token_hash: column.key(64),
    user_id: column.integer(),
    user_agent: column.string(255),
    ip: column.key(45),
    created_at: column.datetime(),
    last_seen_at: column.datetime(),
    expires_at: column.datetime(),
    /** Previous token digest, whose nonces stay valid for a short time. */
    replaced_hash: column.key(64).nullable(),
    replaced_at: column.datetime().nullable(),
    /** Whether the account's permissions changed since the token was issued, so that it is due for rotation. */
    is_due: column.boolean().nullable(),
  },
  { unique: [['token_hash']], indexes: [['user_id'], ['expires_at']] },
);

/** Application passwords. Only the SHA-256 is stored. `scopes` null grants all of the user's capabilities. */
const applicationPasswordsTable = defineTable(
  'application_passwords',
  {
    id: column.id(),
    uuid: column.key(36),
    user_id: column.integer(),
    name: column.string(190),
    password_hash: column.key(64),
    scopes: column.json().nullable(),
    expires_at: column.datetime().nullable(),
    created_at: column.datetime(),
    last_used_at: column.datetime().nullable(),
    last_ip: column.key(45).nullable(),
    /** Id of the requesting program, a UUID of its own choice. */
    app_id: column.key(36).nullable(),
    /** List of IP addresses and networks. Null allows all. */
    allowed_ips: column.json().nullable(),
  },
  { unique: [['uuid'], ['password_hash']], indexes: [['user_id']] },
);

/**
 * API keys, `vk_<key_id>_...`, stored as SHA-256. After a rotation, the previous key stays valid until it expires, so
 * that programs can be switched over.
 */
const apiKeysTable = defineTable(
  'api_keys',
  {
    id: column.id(),
    key_id: column.key(12),
    name: column.string(190),
    key_hash: column.key(64),
    previous_hash: column.key(64).nullable(),
    previous_expires_at: column.datetime().nullable(),
    /** User the key acts for, or null for a key without a user. */
    user_id: column.integer().nullable(),
    scopes: column.json(),
    allowed_ips: column.json().nullable(),
    expires_at: column.datetime().nullable(),
    created_by: column.integer().nullable(),
    created_at: column.datetime(),
    rotated_at: column.datetime().nullable(),
    last_used_at: column.datetime().nullable(),
    last_ip: column.key(45).nullable(),
  },
  { unique: [['key_id']], indexes: [['user_id']] },
);

/** Audit log of authentication. `user_id` is null if no account could be determined. */
const authEventsTable = defineTable(
  'auth_events',
  {
    id: column.id(),
    occurred_at: column.datetime(),
    event: column.key(64),
    user_id: column.integer().nullable(),
    actor_id: column.integer().nullable(),
    login: column.string(255),
    ip: column.key(45),
    user_agent: column.string(255),
    detail: column.json(),
  },
  { indexes: [['user_id'], ['event'], ['occurred_at']] },
);

/**
 * Latest password reset request of each account. Only the SHA-256 of the token is stored. `account_hash` covers the
 * account's email and password, so that a change of either invalidates the request.
 */
const passwordResetsTable = defineTable(
  'password_resets',
  {
    user_id: column.integer(),
    token_hash: column.key(64),
    account_hash: column.key(64),
    expires_at: column.datetime(),
  },
  { primaryKey: ['user_id'], unique: [['token_hash']] },
);

/**
 * Email addresses pending confirmation, at most one per subject. Only the SHA-256 of the latest link's token is
 * stored. It is null until the email with the link is created.
 */
const emailConfirmationsTable = defineTable(
  'email_confirmations',
  {
    /** `account`, or the plugin and its name for the type of record. */
    kind: column.key(100),
    /** Id of the account or of the plugin's record. */
    subject_id: column.integer(),
    email: column.key(190),
    token_hash: column.key(64).nullable(),
    expires_at: column.datetime().nullable(),
    requested_at: column.datetime(),
  },
  { primaryKey: ['kind', 'subject_id'], unique: [['token_hash']] },
);

declare module '../database/names.js' {
  interface Tables {
    users: TableOf<typeof usersTable>;
    user_roles: TableOf<typeof userRolesTable>;
    sessions: TableOf<typeof sessionsTable>;
    application_passwords: TableOf<typeof applicationPasswordsTable>;
    api_keys: TableOf<typeof apiKeysTable>;
    auth_events: TableOf<typeof authEventsTable>;
    password_resets: TableOf<typeof passwordResetsTable>;
    email_confirmations: TableOf<typeof emailConfirmationsTable>;
  }
}

export const identityMigrations: readonly Migration[] = [
  { name: '0001_users', up: (schema) => schema.createTable(usersTable) },
  { name: '0002_user_roles', up: (schema) => schema.createTable(userRolesTable) },
  { name: '0003_sessions', up: (schema) => schema.createTable(sessionsTable) },
  { name: '0004_application_passwords', up: (schema) => schema.createTable(applicationPasswordsTable) },
  { name: '0005_auth_events', up: (schema) => schema.createTable(authEventsTable) },
  {
    name: '0006_replaced_sessions',
    async up(schema) {
      for (const column of ['replaced_hash', 'replaced_at']) await schema.addColumn(sessionsTable, column);
    },
  },
  {
    name: '0007_application_password_limits',
    async up(schema) {
      for (const column of ['app_id', 'allowed_ips']) await schema.addColumn(applicationPasswordsTable, column);
    },
  },
  { name: '0008_api_keys', up: (schema) => schema.createTable(apiKeysTable) },
  { name: '0009_password_resets', up: (schema) => schema.createTable(passwordResetsTable) },
  { name: '0010_due_sessions', up: (schema) => schema.addColumn(sessionsTable, 'is_due') },
  {
    name: '0011_verified_emails',
    async up(schema) {
      await schema.addColumn(usersTable, 'email_verified_at');
      // Existing emails count as verified, because there is no record of which ones were.
      await schema.raw(sql`update users set email_verified_at = created_at where email is not null`);
    },
  },
  { name: '0012_email_confirmations', up: (schema) => schema.createTable(emailConfirmationsTable) },
];
