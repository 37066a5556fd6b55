import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Access } from '../access/capabilities.js';
import { isDigestOf, secretDigest } from '../crypto/secret-digest.js';
import { bool, json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/tables.js';
import { HostError } from '../errors.js';
import { createLastUse } from '../identity/last-use.js';
import { decodeNames } from '../identity/oauth/scopes.js';
import type { Users } from '../identity/users.js';
import { type ClientFields, checkClientFields, type OAuthGrantType } from './client-fields.js';
import { newOAuthSecret } from './secrets.js';
import '../identity/oauth/tables.js';

const ID_BYTES = 12;

/** A program that may ask for access. */
export interface OAuthClient extends ClientFields {
  /** Its row, for other tables. */
  readonly id: number;
  /** What it calls itself by: `client_id`. */
  readonly clientId: string;
  readonly disabled: boolean;
  readonly createdAt: Date;
  /** The user who registered it. */
  readonly createdBy: number | null;
  /** When it last got a token, to the minute. */
  readonly lastUsedAt: Date | null;
}

export interface NewOAuthClient {
  /** What people read when it asks them, e.g. `Recipe printer`. */
  readonly name: string;
  /** Whether it can keep no secret: an app in the browser or on somebody's computer. Default false. */
  readonly isPublic?: boolean | undefined;
  /** Where answers may go, exactly; the port of http://127.0.0.1 and http://[::1] may be any. */
  readonly redirectUris?: readonly string[] | undefined;
  /** Default: what the addresses and the user make possible. */
  readonly grants?: readonly OAuthGrantType[] | undefined;
  /** Capabilities that it may ask for. Who asks for nothing in particular gets all of them. */
  readonly scopes: readonly string[];
  /** The account that it acts as on its own (client_credentials). */
  readonly userId?: number | null | undefined;
  readonly createdBy?: number | null | undefined;
}

export type OAuthClientChanges = Partial<Pick<ClientFields, 'name' | 'redirectUris' | 'grants' | 'scopes' | 'userId'>>;

/** The registered programs. Every method that takes a `clientId` throws HostError 404 `oauth_client_not_found`. */
export interface OAuthClients {
  /**
   * @returns the client, and its secret, which cannot be shown again; null for public ones
   * @throws HostError 400 `oauth_client_invalid_name|redirect_uri|grants|scopes|user`
   */
  create(details: NewOAuthClient): Promise<{ readonly client: OAuthClient; readonly secret: string | null }>;
  /** Null when there is none; the one method that does not throw then. */
  get(clientId: string): Promise<OAuthClient | null>;
  /** Newest first. */
  list(): Promise<readonly OAuthClient[]>;
  /** Tokens that were given for more than the new scopes lose what is not among them. @throws as `create` */
  update(clientId: string, changes: OAuthClientChanges): Promise<OAuthClient>;
  /** @returns the new secret; the old one counts no more. @throws HostError 400 `oauth_client_public` */
  rotateSecret(clientId: string): Promise<string>;
  /** Ends all its tokens and takes no requests from it until it is enabled again. */
  disable(clientId: string): Promise<OAuthClient>;
  enable(clientId: string): Promise<OAuthClient>;
  /** Removes it with all its tokens and all that people have allowed it. */
  delete(clientId: string): Promise<void>;
  /** The client with this secret (none for public ones), null for a wrong or disabled one. */
  verify(clientId: string, secret: string | undefined): Promise<OAuthClient | null>;
  /** Notes that it got a token. */
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
      throw new HostError('oauth_client_invalid_user', 'There is no user with this id.', {
        status: 400,
        field: 'user',
      });
    }
    return checked;
  }

  /** Codes first: whoever is exchanging one meanwhile has finished then, and the tokens are found. */
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

function isSecret(given: string | undefined, stored: string | null): boolean {
  if (stored === null || given === undefined) return stored === null && given === undefined;
  return isDigestOf(given, stored);
}

export function oauthClientNotFound(clientId: string): HostError {
  return new HostError('oauth_client_not_found', `There is no OAuth client "${clientId}".`, { status: 404 });
}
