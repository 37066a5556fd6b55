import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Access } from '../access/capabilities.js';
import { isDigestOf, secretDigest } from '../crypto/secret-digest.js';
import { bool, json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { HostError } from '../errors.js';
import { createLastUse } from '../identity/last-use.js';
import { decodeNames } from '../identity/oauth/scopes.js';
import type { Users } from '../identity/users.js';
import { type ClientFields, checkClientFields, type OAuthGrantType } from './client-fields.js';
import { newOAuthSecret } from './secrets.js';
import '../identity/oauth/tables.js';

const ID_BYTES = 12;

/** Registered program that may request access. */
export interface OAuthClient extends ClientFields {
  /** Row id, for other tables. */
  readonly id: number;
  /** Public id, sent as `client_id`. */
  readonly clientId: string;
  readonly disabled: boolean;
  readonly createdAt: Date;
  /** User who registered the client. */
  readonly createdBy: number | null;
  /** Time at which it last received a token, to the minute. */
  readonly lastUsedAt: Date | null;
}

/** Details of an OAuth client to register. */
export interface NewOAuthClient {
  /** Name shown on the consent page, e.g. `Recipe printer`. */
  readonly name: string;
  /** Whether the client cannot keep a secret, like a browser or desktop app. Default: false. */
  readonly isPublic?: boolean | undefined;
  /** Allowed redirect URIs, matched exactly except for the port of http://127.0.0.1 and http://[::1]. */
  readonly redirectUris?: readonly string[] | undefined;
  /** Grant types. Default: all that the redirect URIs and the user allow. */
  readonly grants?: readonly OAuthGrantType[] | undefined;
  /** Scopes that the client may request. A request without scopes gets all of them. */
  readonly scopes: readonly string[];
  /** User that the client acts as without an interactive login (client_credentials). */
  readonly userId?: number | null | undefined;
  readonly createdBy?: number | null | undefined;
}

export type OAuthClientChanges = Partial<Pick<ClientFields, 'name' | 'redirectUris' | 'grants' | 'scopes' | 'userId'>>;

/** Store of OAuth clients. Methods with a `clientId` throw HostError 404 `oauth_client_not_found`. */
export interface OAuthClients {
  /**
   * Registers a client.
   * @returns the client and its secret, which cannot be shown again; null for public clients
   * @throws HostError 400 `oauth_client_invalid_name|redirect_uri|grants|scopes|user`
   */
  create(details: NewOAuthClient): Promise<{ readonly client: OAuthClient; readonly secret: string | null }>;
  /** Returns the client, or null if there is none, instead of throwing. */
  get(clientId: string): Promise<OAuthClient | null>;
  /** Lists all clients, newest first. */
  list(): Promise<readonly OAuthClient[]>;
  /** Updates a client. Existing tokens lose scopes that the client no longer has. @throws HostError as `create` */
  update(clientId: string, changes: OAuthClientChanges): Promise<OAuthClient>;
  /**
   * Replaces the secret. The old one is invalid immediately.
   * @returns the new secret
   * @throws HostError 400 `oauth_client_public`
   */
  rotateSecret(clientId: string): Promise<string>;
  /** Ends all tokens of the client and rejects its requests until it is enabled again. */
  disable(clientId: string): Promise<OAuthClient>;
  enable(clientId: string): Promise<OAuthClient>;
  /** Deletes the client with all its tokens and grants. */
  delete(clientId: string): Promise<void>;
  /** Verifies a client and its secret (none for public clients). Null for a wrong secret or a disabled client. */
  verify(clientId: string, secret: string | undefined): Promise<OAuthClient | null>;
  /** Records that the client received a token. */
  markUsed(client: OAuthClient): Promise<void>;
}

export interface OAuthClientsOptions {
  readonly db: Database;
  readonly access: Pick<Access, 'scopes'>;
  readonly users: Pick<Users, 'get'>;
}

export function createOAuthClients({ db, access, users }: OAuthClientsOptions): OAuthClients {
  const lastUse = createLastUse(db, 'oauth_clients');

  async function get(clientId: string): Promise<OAuthClient | null> {
    const row = await db.query
      .selectFrom('oauth_clients')
      .selectAll()
      .where('public_id', '=', clientId)
      .executeTakeFirst();
    return row ? toClient(row) : null;
  }

  async function existing(clientId: string): Promise<OAuthClient> {
    const client = await get(clientId);
    if (client) return client;
    throw oauthClientNotFound(clientId);
  }

  async function check(fields: ClientFields): Promise<ClientFields> {
    const checked = checkClientFields(
      fields,
      access.scopes().map(({ name }) => name),
    );
    if (checked.userId !== null && !(await users.get(checked.userId))) {
      throw new HostError('oauth_client_invalid_user', 'This user does not exist.', {
        status: 400,
        field: 'user',
      });
    }
    return checked;
  }

  /** Deletes codes first: this waits for a concurrent exchange of a code, whose tokens are then deleted too. */
  async function endTokens({ id }: OAuthClient): Promise<void> {
    await db.query.deleteFrom('oauth_codes').where('client_id', '=', id).execute();
    await db.query.deleteFrom('oauth_tokens').where('client_id', '=', id).execute();
  }

  async function setDisabled(clientId: string, disabled: boolean): Promise<OAuthClient> {
    const client = await existing(clientId);
    await db.transaction(async () => {
      await db.query
        .updateTable('oauth_clients')
        .set({ disabled: bool.encode(disabled) })
        .where('id', '=', client.id)
        .execute();
      if (disabled) await endTokens(client);
    });
    return { ...client, disabled };
  }

  return {
    get,
    async create(details) {
      const { name, isPublic = false, redirectUris = [], scopes, userId = null, createdBy = null } = details;
      const grants = details.grants ?? possibleGrants(redirectUris, userId);
      const fields = await check({ name, isPublic, redirectUris, grants, scopes, userId });
      const secret = isPublic ? null : newOAuthSecret('client');
      const row = await db.insertOne('oauth_clients', {
        public_id: `oc_${randomBytes(ID_BYTES).toString('hex')}`,
        secret_hash: secret === null ? null : secretDigest(secret),
        ...toColumns(fields),
        disabled: bool.encode(false),
        created_at: utc.encode(new Date()),
        created_by: createdBy,
        last_used_at: null,
      });
      return { client: toClient(row), secret };
    },
    async list() {
      const rows = await db.query.selectFrom('oauth_clients').selectAll().orderBy('id', 'desc').execute();
      return rows.map(toClient);
    },
    async update(clientId, changes) {
      const client = await existing(clientId);
      const fields = await check({ ...client, ...changes });
      await db.query.updateTable('oauth_clients').set(toColumns(fields)).where('id', '=', client.id).execute();
      return { ...client, ...fields };
    },
    async rotateSecret(clientId) {
      const client = await existing(clientId);
      if (client.isPublic) {
        throw new HostError('oauth_client_public', 'A public client has no secret.', { status: 400 });
      }
      const secret = newOAuthSecret('client');
      await db.query
        .updateTable('oauth_clients')
        .set({ secret_hash: secretDigest(secret) })
        .where('id', '=', client.id)
        .execute();
      return secret;
    },
    disable: (clientId) => setDisabled(clientId, true),
    enable: (clientId) => setDisabled(clientId, false),
    async delete(clientId) {
      const client = await existing(clientId);
      await db.transaction(async () => {
        await db.query.deleteFrom('oauth_clients').where('id', '=', client.id).execute();
        await endTokens(client);
        await db.query.deleteFrom('oauth_consents').where('client_id', '=', client.id).execute();
      });
    },
    async verify(clientId, secret) {
      const row = await db.query
        .selectFrom('oauth_clients')
        .selectAll()
        .where('public_id', '=', clientId)
        .where('disabled', '=', bool.encode(false))
        .executeTakeFirst();
      return row && isSecret(secret, row.secret_hash) ? toClient(row) : null;
    },
    async markUsed({ id, lastUsedAt }) {
      await lastUse.note({ id, last_used_at: lastUsedAt && utc.encode(lastUsedAt) });
    },
  };
}

function toClient(row: Selectable<Tables['oauth_clients']>): OAuthClient {
  return {
    id: row.id,
    clientId: row.public_id,
    name: row.name,
    isPublic: row.secret_hash === null,
    redirectUris: decodeNames(row.redirect_uris),
    grants: decodeNames(row.grants) as readonly OAuthGrantType[],
    scopes: decodeNames(row.scopes),
    userId: row.user_id,
    disabled: bool.decode(row.disabled),
    createdAt: utc.decode(row.created_at),
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at === null ? null : utc.decode(row.last_used_at),
  };
}

function toColumns({ name, redirectUris, grants, scopes, userId }: ClientFields) {
  return {
    name,
    redirect_uris: json.encode(redirectUris),
    grants: json.encode(grants),
    scopes: json.encode(scopes),
    user_id: userId,
  };
}

function possibleGrants(redirectUris: readonly string[], userId: number | null): OAuthGrantType[] {
  const interactive: OAuthGrantType[] = redirectUris.length > 0 ? ['authorization_code', 'refresh_token'] : [];
  return userId === null ? interactive : [...interactive, 'client_credentials'];
}

function isSecret(secret: string | undefined, stored: string | null): boolean {
  if (stored === null || secret === undefined) return stored === null && secret === undefined;
  return isDigestOf(secret, stored);
}

export function oauthClientNotFound(clientId: string): HostError {
  return new HostError('oauth_client_not_found', `There is no OAuth client "${clientId}".`, { status: 404 });
}
