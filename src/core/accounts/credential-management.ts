import type { Access } from '../access/capabilities.js';
import { capabilityName } from '../access/capability-name.js';
import { HostError } from '../errors.js';
import { type ApiKey, apiKeyNotFound, type IssuedApiKey, type NewApiKey } from '../identity/api-keys.js';
import type { ApplicationPassword, NewApplicationPassword } from '../identity/application-passwords.js';
import type { IdentityServices } from '../identity/identity.js';
import type { RestRequest } from '../rest/route.js';
import { assertMayDelegate, originOf } from './routes/route-parts.js';
import type { Actor } from './user-management.js';

const HOUR = 60 * 60 * 1000;

/** Acting user with the credential used. A page or route request is one. */
export type CredentialActor = Actor & Pick<RestRequest, 'identity'>;

/**
 * Management of credentials and sessions, with delegation rules and audit log.
 * Callers check beforehand whether the actor may manage the account (`edit_user`, `manage_api_key`).
 */
export interface CredentialManagement {
  /**
   * Creates an application password.
   * @throws HostError 403 `rest_credential_cannot_delegate` and those of `ApplicationPasswords.create`
   */
  createApplicationPassword(
    actor: CredentialActor,
    userId: number,
    details: NewApplicationPassword,
  ): Promise<{ readonly password: string; readonly record: ApplicationPassword }>;
  /**
   * Revokes an application password.
   * @returns the deleted record
   * @throws HostError 404 `rest_application_password_not_found`
   */
  revokeApplicationPassword(actor: CredentialActor, userId: number, id: string): Promise<ApplicationPassword>;
  /**
   * Creates an API key, with at most the actor's own permissions.
   * A key without a user belongs to the site and requires `manage_options`.
   * @throws HostError 403 `rest_credential_cannot_delegate`, `rest_forbidden`, `rest_api_key_scope_refused`, and those
   *   of `ApiKeys.create`
   */
  createApiKey(actor: CredentialActor, details: Omit<NewApiKey, 'createdBy'>): Promise<IssuedApiKey>;
  /**
   * Replaces the secret of an API key.
   * @throws HostError 403 `rest_credential_cannot_delegate` and those of `ApiKeys.rotate`
   */
  rotateApiKey(actor: CredentialActor, id: string, overlapHours: number): Promise<IssuedApiKey>;
  /**
   * Revokes an API key.
   * @returns the deleted record
   * @throws HostError 404 `rest_api_key_not_found`
   */
  revokeApiKey(actor: CredentialActor, id: string): Promise<ApiKey>;
  /** Ends one session of the user. @throws HostError 404 `rest_session_not_found` */
  endSession(actor: CredentialActor, userId: number, id: number): Promise<void>;
  /** Ends all sessions of the user except the actor's own. @returns number of ended sessions */
  endOtherSessions(actor: CredentialActor, userId: number): Promise<number>;
  /** Revokes the user's grant to an OAuth client. @throws HostError 404 `oauth_grant_not_found` */
  revokeGrant(actor: CredentialActor, userId: number, clientId: string): Promise<void>;
}

export function createCredentialManagement({
  access,
  users,
  applicationPasswords,
  apiKeys,
  sessions,
  oauthGrants,
  authEvents,
}: { readonly access: Pick<Access, 'scopes'> } & Pick<
  IdentityServices,
  'apiKeys' | 'applicationPasswords' | 'authEvents' | 'oauthGrants' | 'sessions' | 'users'
>): CredentialManagement {
  /** Finds the first scope that the actor may not delegate. Unregistered scopes are rejected later. */
  async function scopeOutOfReach(
    actor: CredentialActor,
    { userId, scopes }: Pick<NewApiKey, 'scopes' | 'userId'>,
  ): Promise<string | undefined> {
    const scopeNames = access.scopes();
    for (const scope of scopes) {
      const stands = scopeNames.find(({ name }) => name === scope)?.capabilities ?? [scope];
      const allowed = await Promise.all(stands.map((capability) => actor.can(capabilityName(capability))));
      // A key for oneself is limited by one's own capabilities anyway, so one of the scope's capabilities suffices.
      if (userId === actor.user?.id ? !allowed.includes(true) : allowed.includes(false)) return scope;
    }
    return undefined;
  }

  async function assertMayCreate(
    actor: CredentialActor,
    { userId, scopes }: Pick<NewApiKey, 'scopes' | 'userId'>,
  ): Promise<void> {
    if (userId === undefined) {
      if (await actor.can('manage_options')) return;
      throw notYours();
    }
    if (userId !== actor.user?.id) {
      const target = await users.get(userId);
      if (!target || !(await actor.can('edit_user', target))) throw notYours();
    }
    const refused = await scopeOutOfReach(actor, { userId, scopes });
    if (refused === undefined) return;
    throw new HostError('rest_api_key_scope_refused', `You cannot grant "${refused}" because you do not have it.`, {
      status: 403,
      field: 'scopes',
      missing_capability: refused,
    });
  }

  return {
    async createApplicationPassword(actor, userId, details) {
      assertMayDelegate(actor);
      const issued = await applicationPasswords.create(userId, details);
      const detail = { name: issued.record.name, credential: issued.record.id };
      await authEvents.record({ event: 'application_password_created', userId, ...originOf(actor), detail });
      return issued;
    },
    async revokeApplicationPassword(actor, userId, id) {
      const previous = await applicationPasswords.get(userId, id);
      if (!previous || !(await applicationPasswords.revoke(userId, id))) throw applicationPasswordNotFound();
      const detail = { name: previous.name, credential: id };
      await authEvents.record({ event: 'application_password_revoked', userId, ...originOf(actor), detail });
      return previous;
    },
    async createApiKey(actor, details) {
      assertMayDelegate(actor);
      await assertMayCreate(actor, details);
      const issued = await apiKeys.create({ ...details, createdBy: actor.user?.id });
      const { name, id: credential, scopes, userId } = issued.record;
      const detail = { name, credential, scopes };
      await authEvents.record({ event: 'api_key_created', userId, ...originOf(actor), detail });
      return issued;
    },
    async rotateApiKey(actor, id, overlapHours) {
      assertMayDelegate(actor);
      const issued = await apiKeys.rotate(id, overlapHours * HOUR);
      const { name, userId } = issued.record;
      const detail = { name, credential: id, overlap_hours: overlapHours };
      await authEvents.record({ event: 'api_key_rotated', userId, ...originOf(actor), detail });
      return issued;
    },
    async revokeApiKey(actor, id) {
      const previous = await apiKeys.get(id);
      if (!previous || !(await apiKeys.revoke(id))) throw apiKeyNotFound();
      const { name, userId } = previous;
      await authEvents.record({
        event: 'api_key_revoked',
        userId,
        ...originOf(actor),
        detail: { name, credential: id },
      });
      return previous;
    },
    async endSession(actor, userId, id) {
      if (!(await sessions.revokeDevice(userId, id))) throw sessionNotFound();
      await authEvents.record({ event: 'session_revoked', userId, ...originOf(actor), detail: { count: 1 } });
    },
    async endOtherSessions(actor, userId) {
      const own = actor.identity?.session;
      const count = await sessions.revokeAll(userId, own ? { session: own } : undefined);
      await authEvents.record({ event: 'session_revoked', userId, ...originOf(actor), detail: { count } });
      return count;
    },
    async revokeGrant(actor, userId, clientId) {
      if (!(await oauthGrants.revoke(userId, clientId))) throw grantNotFound();
      await authEvents.record({ event: 'oauth_revoked', userId, ...originOf(actor), detail: { client: clientId } });
    },
  };
}

export function notYours(): HostError {
  return new HostError('rest_forbidden', 'These API keys belong to another user. Ask an administrator.', {
    status: 403,
    missing_capability: 'manage_options',
  });
}

export function applicationPasswordNotFound(): HostError {
  return new HostError('rest_application_password_not_found', 'This account has no such application password.', {
    status: 404,
  });
}

export function sessionNotFound(): HostError {
  return new HostError('rest_session_not_found', 'This account has no such session. It may have ended already.', {
    status: 404,
  });
}

function grantNotFound(): HostError {
  return new HostError('oauth_grant_not_found', 'This account has not authorized this app.', {
    status: 404,
  });
}
