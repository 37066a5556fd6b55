import type { Migration } from '../../database/migrate.js';
import { column, defineTable, type TableOf } from '../../database/tables.js';

/** Programs that may ask people for access; `secret_hash` null for public ones, which can keep no secret. */
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
    /** The account that the client acts as with client_credentials. */
    user_id: column.integer().nullable(),
    disabled: column.boolean(),
    created_at: column.datetime(),
    created_by: column.integer().nullable(),
    last_used_at: column.datetime().nullable(),
  },
  { unique: [['public_id']] },
);

/** What a person has allowed a client, with the scopes of all the times together. */
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

/** Authorization codes. Used ones stay for a day, so that a second use is known for what it is. */
const oauthCodesTable = defineTable(
  'oauth_codes',
  {
    id: column.id(),
    code_hash: column.key(64),
    /** Of the tokens that will come of it. */
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
 * Access and refresh tokens, by digest. All that came of one code are a family. A token that is revoked is deleted; a
 * refresh token that was exchanged stays until it expires, so that a second use is known for what it is.
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
    /** When a refresh token was exchanged. */
    used_at: column.datetime().nullable(),
    /** Of an access token, to the minute. */
    last_used_at: column.datetime().nullable(),
  },
  { unique: [['token_hash']], indexes: [['family'], ['user_id', 'client_id'], ['client_id'], ['expires_at']] },
);

declare module '../../database/tables.js' {
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
