import type { Access } from '../access/capabilities.js';
import type { AuthRequest } from '../http/auth-request.js';
import type { Authenticate } from '../identity/authenticate.js';
import { issuerOf } from '../identity/oauth/addresses.js';
import { oauthError } from '../identity/oauth/oauth-error.js';
import type { OAuthTokens } from '../identity/oauth/tokens.js';
import type { Users } from '../identity/users.js';
import type { Site } from '../site.js';
import { type AuthenticateClient, hasBasicClient } from './client-authentication.js';

/**
 * Tells what a token is good for (RFC 7662): a confidential client about its own ones, an administrator about all.
 * Whatever the caller may not know of is not active.
 * @throws HostError 401 `invalid_client`, 400 `invalid_request`
 */
export type IntrospectToken = (
  request: AuthRequest,
  form: Readonly<Record<string, string>>,
) => Promise<Record<string, unknown>>;

export function createIntrospectToken(parts: {
  readonly site: Site;
  readonly access: Pick<Access, 'can'>;
  readonly authenticate: Authenticate;
  readonly authenticateClient: AuthenticateClient;
  readonly tokens: OAuthTokens;
  readonly users: Pick<Users, 'get'>;
}): IntrospectToken {
  const { site, access, authenticate, authenticateClient, tokens, users } = parts;

  /** Only credentials that are sent on purpose: a cookie would let any page ask. */
  async function isAdministrator(request: AuthRequest): Promise<boolean> {
    const identity = await authenticate(request);
    return identity?.via === 'explicit' && access.can(identity.user, 'manage_options', undefined, identity.scopes);
  }

  /** The row of the client whose tokens the caller may know; null for those of all. */
  async function ownClient(request: AuthRequest, form: Readonly<Record<string, string>>): Promise<number | null> {
    const namesClient = form.client_id !== undefined || hasBasicClient(request);
    if (!namesClient && (await isAdministrator(request))) return null;
    const client = await authenticateClient(request, form);
    if (!client.isPublic) return client.id;
    throw oauthError('invalid_client', 'A public client cannot prove itself, and learns nothing here.', {
      status: 401,
    });
  }

  return async (request, form) => {
    const own = await ownClient(request, form);
    if (form.token === undefined) throw oauthError('invalid_request', 'The parameter token is missing.');
    const token = await tokens.find(form.token);
    const user = token && (await users.get(token.userId));
    if (!token || !user || (own !== null && own !== token.clientRow)) return { active: false };
    return {
      active: true,
      scope: token.scopes.join(' '),
      client_id: token.clientId,
      username: user.login,
      sub: String(user.id),
      iss: issuerOf(site),
      exp: Math.floor(token.expiresAt.getTime() / 1000),
      iat: Math.floor(token.createdAt.getTime() / 1000),
      ...(token.kind === 'access' ? { token_type: 'Bearer' } : {}),
    };
  };
}
