import type { CredentialActor } from '../accounts/credential-management.js';
import { assertMayDelegate, originOf } from '../accounts/routes/route-parts.js';
import { HostError } from '../errors.js';
import type { AuthEventName, AuthEvents } from '../identity/auth-events.js';
import type { Users } from '../identity/users.js';
import {
  type NewOAuthClient,
  type OAuthClient,
  type OAuthClientChanges,
  type OAuthClients,
  oauthClientNotFound,
} from './clients.js';

/**
 * Management of OAuth clients, with audit log. Callers check `manage_options` beforehand.
 * Methods throw the errors of `OAuthClients`. `create`, `update` and `rotateSecret` also throw HostError 403
 * `oauth_client_user_refused` if the client acts as a user whose account the actor may not change, because its secret
 * gives access to that account.
 */
export interface OAuthClientManagement {
  create(
    actor: CredentialActor,
    details: Omit<NewOAuthClient, 'createdBy'>,
  ): Promise<{ readonly client: OAuthClient; readonly secret: string | null }>;
  update(actor: CredentialActor, clientId: string, changes: OAuthClientChanges): Promise<OAuthClient>;
  rotateSecret(actor: CredentialActor, clientId: string): Promise<string>;
  setDisabled(actor: CredentialActor, clientId: string, disabled: boolean): Promise<OAuthClient>;
  delete(actor: CredentialActor, clientId: string): Promise<void>;
}

export function createOAuthClientManagement({
  clients,
  users,
  authEvents,
}: {
  readonly clients: OAuthClients;
  readonly users: Pick<Users, 'get'>;
  readonly authEvents: Pick<AuthEvents, 'record'>;
}): OAuthClientManagement {
  async function assertMayActAs(actor: CredentialActor, userId: number | null | undefined): Promise<void> {
    if (userId === null || userId === undefined) return;
    const target = await users.get(userId);
    // A client whose user was deleted acts for none. A new client with a missing user fails its own validation.
    if (!target || (await actor.can('edit_user', target))) return;
    throw new HostError(
      'oauth_client_user_refused',
      `The client would act as "${target.login}", who has capabilities that you lack. Only a user with the same capabilities can do that.`,
      { status: 403, field: 'user' },
    );
  }

  async function record(actor: CredentialActor, event: AuthEventName, client: { clientId: string; name: string }) {
    const detail = { client: client.clientId, name: client.name };
    await authEvents.record({ event, ...originOf(actor), detail });
  }

  async function existing(clientId: string): Promise<OAuthClient> {
    const client = await clients.get(clientId);
    if (client) return client;
    throw oauthClientNotFound(clientId);
  }

  return {
    async create(actor, details) {
      assertMayDelegate(actor);
      await assertMayActAs(actor, details.userId);
      const created = await clients.create({ ...details, createdBy: actor.user?.id });
      await record(actor, 'oauth_client_created', created.client);
      return created;
    },
    async update(actor, clientId, changes) {
      await assertMayActAs(actor, (await existing(clientId)).userId);
      await assertMayActAs(actor, changes.userId);
      const client = await clients.update(clientId, changes);
      await record(actor, 'oauth_client_updated', client);
      return client;
    },
    async rotateSecret(actor, clientId) {
      assertMayDelegate(actor);
      const client = await existing(clientId);
      await assertMayActAs(actor, client.userId);
      const secret = await clients.rotateSecret(clientId);
      await record(actor, 'oauth_client_rotated', client);
      return secret;
    },
    async setDisabled(actor, clientId, disabled) {
      const client = await (disabled ? clients.disable(clientId) : clients.enable(clientId));
      await record(actor, disabled ? 'oauth_client_disabled' : 'oauth_client_enabled', client);
      return client;
    },
    async delete(actor, clientId) {
      const client = await existing(clientId);
      await clients.delete(clientId);
      await record(actor, 'oauth_client_deleted', client);
    },
  };
}
