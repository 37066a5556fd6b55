import type { AuthRequest } from '../http/auth-request.js';
import { requestHeader } from '../http/request-header.js';
import type { AuthEvents } from '../identity/auth-events.js';
import { oauthError } from '../identity/oauth/oauth-error.js';
import type { OAuthTokens } from '../identity/oauth/tokens.js';
import type { OAuthClient } from './clients.js';

/**
 * Revokes a client's token (RFC 7009): a single access token, or a refresh token with its whole family.
 * An unknown token is no error.
 * @throws HostError 400 `invalid_request` without a token, `invalid_grant` for another client's token
 */
export type RevokeToken = (
  client: OAuthClient,
  form: Readonly<Record<string, string>>,
  request: AuthRequest,
) => Promise<void>;

export function createRevokeToken(parts: {
  readonly tokens: OAuthTokens;
  readonly authEvents: AuthEvents;
}): RevokeToken {
  const { tokens, authEvents } = parts;
  return async (client, { token }, request) => {
    if (token === undefined) throw oauthError('invalid_request', 'The parameter token is missing.');
    // An exchanged refresh token still identifies its family.
    const found = (await tokens.findRefresh(token)) ?? (await tokens.find(token));
    if (!found) return;
    if (found.clientRow !== client.id) throw oauthError('invalid_grant', 'The token was issued to another client.');
    if (found.kind === 'refresh') await tokens.revokeFamily(found.family);
    else await tokens.revoke(token);
    await authEvents.record({
      event: 'oauth_revoked',
      userId: found.userId,
      ip: request.remoteAddress,
      userAgent: requestHeader(request, 'user-agent'),
      detail: { client: client.clientId, token: found.kind },
    });
  };
}
