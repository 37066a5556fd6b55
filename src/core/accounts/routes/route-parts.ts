import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import { requestHeader } from '../../http/request-header.js';
import type { IdentityServices } from '../../identity/identity.js';
import { requireUser } from '../../identity/users.js';
import type { Registry } from '../../rest/registry.js';
import type { RestRequest } from '../../rest/route.js';
import type { Site } from '../../site.js';
import type { User } from '../../user.js';
import type { AccountServices } from '../accounts.js';
import type { CredentialManagement } from '../credential-management.js';

/** Namespace of the core routes. */
export const NAMESPACE = 'mortise/v1';

/** Services that the identity routes use. */
export interface IdentityRouteParts extends IdentityServices, AccountServices {
  readonly registry: Registry;
  readonly db: Database;
  readonly site: Site;
  /** Delegation rules and audit log for credentials. */
  readonly credentials: CredentialManagement;
}

/** Returns the account that `{user}` names, or null if there is none. */
async function userOf(
  { users }: Pick<IdentityServices, 'users'>,
  { args, user }: Pick<RestRequest, 'args' | 'user'>,
): Promise<User | null> {
  return args.user === 'me' ? user : users.get(Number(args.user));
}

/** Returns the account that `{user}` names. @throws HostError `rest_user_invalid_id` (404) */
export async function requireUserOf(parts: Pick<IdentityServices, 'users'>, request: RestRequest): Promise<User> {
  return requireUser(await userOf(parts, request));
}

/** Required permission of routes for an account's credentials and sessions. */
export function editUser(parts: Pick<IdentityServices, 'users'>) {
  return { capability: 'edit_user', object: (request: RestRequest) => userOf(parts, request) } as const;
}

/**
 * Asserts that the credential has no scopes: one with limited permissions must not create lasting access.
 * @throws HostError `rest_credential_cannot_delegate` (403)
 */
export function assertMayDelegate({ identity }: Pick<RestRequest, 'identity'>): void {
  if (identity?.scopes === undefined) return;
  throw new HostError(
    'rest_credential_cannot_delegate',
    'A credential with scopes cannot create credentials. Sign in, or use a credential without scopes.',
    { status: 403 },
  );
}

/** Actor and origin of a request, for the audit log. */
export function originOf({ user, remoteAddress, headers }: Pick<RestRequest, 'headers' | 'remoteAddress' | 'user'>) {
  return { actorId: user?.id ?? null, ip: remoteAddress, userAgent: requestHeader({ headers }, 'user-agent') };
}
