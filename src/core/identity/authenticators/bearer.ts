import { HostError } from '../../errors.js';
import type { AuthRequest } from '../../http/auth-request.js';
import { requestHeader } from '../../http/request-header.js';
import { API_KEY_PREFIX } from '../api-key-text.js';
import type { Authenticator } from '../authenticator.js';
import type { OAuthTokens } from '../oauth/tokens.js';
import { assertPrivateChannel } from '../private-channel.js';
import type { Users } from '../users.js';

export interface BearerOptions {
  readonly users: Pick<Users, 'get'>;
  readonly tokens: Pick<OAuthTokens, 'verify'>;
  /** URL of the protected resource metadata, which says where to get tokens (RFC 9728). */
  readonly resourceMetadata: string;
  /** Accept tokens over plain HTTP from other machines. */
  readonly allowInsecureAuth?: boolean | undefined;
}

/**
 * Authenticates OAuth access tokens, from the header only (RFC 6750 section 2.1).
 * In a URL they would end up in logs and histories. A token grants what its user may do, limited to its scopes.
 */
export function bearerAuthenticator(options: BearerOptions): Authenticator {
  const { users, tokens, resourceMetadata, allowInsecureAuth } = options;
  const name = 'oauth';

  function invalidToken(): HostError {
    const description = 'The access token is wrong, has expired or was revoked';
    return new HostError('rest_invalid_token', `${description}. Request a new one.`, {
      status: 401,
      headers: {
        'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}", resource_metadata="${resourceMetadata}"`,
      },
    });
  }

  return {
    name,
    claims(request) {
      const token = readBearer(request);
      return token !== null && !token.startsWith(API_KEY_PREFIX);
    },
    async authenticate(request) {
      assertPrivateChannel(request, { what: 'Access tokens', allowInsecureAuth });
      const token = await tokens.verify(readBearer(request) ?? '');
      const user = token && (await users.get(token.userId));
      if (!token || !user) throw invalidToken();
      // The client rather than the token: counters per credential continue when the token is renewed.
      const credentialId = `${token.clientId}:${user.id}`;
      return { user, via: 'explicit', method: name, session: '', scopes: token.scopes, credentialId };
    },
  };
}

function readBearer(request: AuthRequest): string | null {
  const match = /^bearer(?: +([^ ].*))?$/i.exec(requestHeader(request, 'authorization')?.trim() ?? '');
  return match ? (match[1] ?? '') : null;
}
