import { HostError } from '../../errors.js';
import { requestHeader } from '../../http/request-header.js';
import type { IdentityServices } from '../../identity/identity.js';
import { requireUser } from '../../identity/users.js';
import type { Registry } from '../../rest/registry.js';
import type { RestRequest } from '../../rest/route.js';
import type { User } from '../../user.js';
import type { AccountServices } from '../accounts.js';
import type { CredentialManagement } from '../credential-management.js';

/** Namespace of the core's own routes. */
export const NAMESPACE = 'mortise/v1';

/** What the routes of identity are made of. */
export interface IdentityRouteParts extends IdentityServices, AccountServices {
  readonly registry: Registry;
  /** Who may make what, and what is written down about it. */
  readonly credentials: CredentialManagement;
}

/** The account that `{user}` names; null for one that is not there. */
async function userOf(
  { users }: Pick<IdentityServices, 'users'>,
  { args, user }: Pick<RestRequest, 'args' | 'user'>,
): Promise<User | null> {
  return args.user === 'me' ? user : users.get(Number(args.user));
}

/** The same for handlers. @throws HostError `rest_user_invalid_id` (404) */
export async function requireUserOf(parts: Pick<IdentityServices, 'users'>, request: RestRequest): Promise<User> {
  return requireUser(await userOf(parts, request));
}

/** The permission of routes about the credentials and sessions of an account. */
export function editUser(parts: Pick<IdentityServices, 'users'>) {
  return { capability: 'edit_user', object: (request: RestRequest) => userOf(parts, request) } as const;
}

/**
 * A program that was given a part of somebody's rights must not make itself a lasting way in.
 * @throws HostError `rest_credential_cannot_delegate` (403)
 */
export function assertMayDelegate({ identity }: Pick<RestRequest, 'identity'>): void {
  if (identity?.scopes === undefined) return;
  throw new HostError(
    'rest_credential_cannot_delegate',
    'A credential that is limited to scopes cannot create credentials. Log in, or use one without scopes.',
    { status: 403 },
  );
}

/** From where and by whom, for the audit log. */
export function originOf({ user, remoteAddress, headers }: Pick<RestRequest, 'headers' | 'remoteAddress' | 'user'>) {
  return { actorId: user?.id ?? null, ip: remoteAddress, userAgent: requestHeader({ headers }, 'user-agent') };
}
