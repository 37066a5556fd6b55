import type { AuthRequest } from '../http/auth-request.js';
import { requestHeader } from '../http/request-header.js';
import { oauthError } from '../identity/oauth/oauth-error.js';
import type { ClientLimits } from './client-limits.js';
import type { OAuthClient, OAuthClients } from './clients.js';

/** Authenticates the calling client. @throws HostError 401 `invalid_client`, 400 `invalid_request`, 429 */
export type AuthenticateClient = (request: AuthRequest, form: Readonly<Record<string, string>>) => Promise<OAuthClient>;

/**
 * Authenticates by `client_secret_basic` or `client_secret_post` (RFC 6749 section 2.3.1), never both.
 * Public clients send only their id.
 */
export function createClientAuthentication(parts: {
  readonly clients: OAuthClients;
  readonly limits: ClientLimits;
}): AuthenticateClient {
  return async (request, form) => {
    const basic = readBasicClient(request);
    if (basic && (form.client_secret !== undefined || (form.client_id ?? basic.clientId) !== basic.clientId)) {
      throw oauthError('invalid_request', 'Authenticate the client once: in the Authorization header or in the body.');
    }
    const { clientId, secret } = basic ?? { clientId: form.client_id, secret: form.client_secret };
    if (clientId === undefined)
      throw invalidClient('Authenticate the client: with HTTP Basic, or client_id in the body.');
    const takeBack = await parts.limits.begin({ clientId, ip: request.remoteAddress });
    const client = await parts.clients.verify(clientId, secret);
    if (!client) throw invalidClient('The client does not exist, is disabled, or its secret is wrong.');
    await takeBack();
    return client;
  };
}

/** Whether the Basic header names a client rather than a user. */
export function hasBasicClient(request: AuthRequest): boolean {
  return readBasicClient(request)?.clientId.startsWith('oc_') ?? false;
}

/** Parses the Basic header. Both parts are form-encoded first, which some clients apply even to underscores. */
function readBasicClient(request: AuthRequest): { readonly clientId: string; readonly secret: string } | null {
  const match = /^basic(?: +([^ ].*))?$/i.exec(requestHeader(request, 'authorization')?.trim() ?? '');
  if (!match) return null;
  const [clientId = '', ...secret] = Buffer.from(match[1] ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return { clientId: decodeForm(clientId), secret: decodeForm(secret.join(':')) };
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Creates a 401 error with an accepted scheme (RFC 6749 section 5.2). */
function invalidClient(message: string) {
  return oauthError('invalid_client', message, { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="OAuth"' } });
}
