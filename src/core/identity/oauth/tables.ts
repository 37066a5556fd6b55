import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** OAuth clients. `secret_hash` is null for public clients, which cannot keep a secret. */
const oauthClientsTable = defineTable(
  'oauth_clients',
  {
    id: column.id(),
    public_id: column.key(40),
    secret_hash: column.key(64).nullable(),
    name: column.string(190),
    redirect_uris: column.json(),
    grants: column.json(),
    scopes: column.json(),
    /** Account that the client acts as with client_credentials. */
    user_id: column.integer().nullable(),
    disabled: column.boolean(),
    created_at: column.datetime(),
    created_by: column.integer().nullable(),
    last_used_at: column.datetime().nullable(),
  },
  { unique: [['public_id']] },
);

/** Scopes that a user has granted a client, accumulated over all grants. */
const oauthConsentsTable = defineTable(
  'oauth_consents',
  {
    id: column.id(),
    user_id: column.integer(),
    client_id: column.integer(),
    scopes: column.json(),
    created_at: column.datetime(),
    modified_at: column.datetime(),
    last_used_at: column.datetime().nullable(),
  },
  { unique: [['user_id', 'client_id']], indexes: [['client_id']] },
);

/** Authorization codes. Used ones are kept for a day to detect replays. */
const oauthCodesTable = defineTable(
  'oauth_codes',
  {
    id: column.id(),
    code_hash: column.key(64),
    /** Family of the tokens issued for this code. */
    family: column.key(36),
    client_id: column.integer(),
    user_id: column.integer(),
    redirect_uri: column.text(),
    scopes: column.json(),
    code_challenge: column.key(43),
    expires_at: column.datetime(),
    used_at: column.datetime().nullable(),
  },
  { unique: [['code_hash']], indexes: [['user_id', 'client_id'], ['client_id'], ['expires_at']] },
);

/**
 * Access and refresh tokens, by digest. All tokens from one code form a family.
 * Revoked tokens are deleted. Exchanged refresh tokens stay until they expire, to detect reuse.
 */
const oauthTokensTable = defineTable(
  'oauth_tokens',
  {
    id: column.id(),
    token_hash: column.key(64),
    /** `access` or `refresh`. */
    kind: column.key(8),
    family: column.key(36),
    client_id: column.integer(),
    user_id: column.integer(),
    scopes: column.json(),
    created_at: column.datetime(),
    expires_at: column.datetime(),
    /** Time at which a refresh token was exchanged. */
    used_at: column.datetime().nullable(),
    /** Last use of an access token, to the minute. */
    last_used_at: column.datetime().nullable(),
  },
  { unique: [['token_hash']], indexes: [['family'], ['user_id', 'client_id'], ['client_id'], ['expires_at']] },
);

declare module '../../database/names.js' {
  interface Tables {
    oauth_clients: TableOf<typeof oauthClientsTable>;
    oauth_consents: TableOf<typeof oauthConsentsTable>;
    oauth_codes: TableOf<typeof oauthCodesTable>;
    oauth_tokens: TableOf<typeof oauthTokensTable>;
  }
}

export const oauthMigrations: readonly Migration[] = [
  { name: '0001_oauth_clients', up: (schema) => schema.createTable(oauthClientsTable) },
  { name: '0002_oauth_consents', up: (schema) => schema.createTable(oauthConsentsTable) },
  { name: '0003_oauth_codes', up: (schema) => schema.createTable(oauthCodesTable) },
  { name: '0004_oauth_tokens', up: (schema) => schema.createTable(oauthTokensTable) },
];
