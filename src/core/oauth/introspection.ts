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
 * Introspects a token (RFC 7662): its own tokens for a confidential client, all tokens for an administrator.
 * Tokens that the caller may not see are reported as inactive.
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

  /** Accepts only explicit credentials: with a cookie, any page could introspect tokens. */
  async function isAdministrator(request: AuthRequest): Promise<boolean> {
    const identity = await authenticate(request);
    return identity?.via === 'explicit' && access.can(identity.user, 'manage_options', undefined, identity.scopes);
  }

  /** Row id of the client whose tokens the caller may see. Null means all tokens. */
  async function ownClient(request: AuthRequest, form: Readonly<Record<string, string>>): Promise<number | null> {
    const namesClient = form.client_id !== undefined || hasBasicClient(request);
    if (!namesClient && (await isAdministrator(request))) return null;
    const client = await authenticateClient(request, form);
    if (!client.isPublic) return client.id;
    throw oauthError('invalid_client', 'A public client cannot authenticate itself for introspection.', {
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
