import { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';
import { requestHeader } from '../http/request-header.js';
import type { AmbientIdentity, Identity } from './authenticator.js';
import { assertSameSite } from './cross-site.js';
import { type NonceAge, type Nonces, REST_ACTION } from './nonces.js';

export interface CheckedIdentity {
  readonly identity: Identity | null;
  /** Fresh nonce to send along if the one used is from the previous tick. */
  readonly refreshedNonce?: string;
}

/**
 * Decides whether REST accepts an identity. Explicit identities pass. Ambient ones need a nonce of their session.
 * Without one, the caller is anonymous for every method, so that public reads keep working.
 * @param options `queryNonce`: value of the query parameter `_wpnonce` or `_nonce`, which headers override; `compat`:
 *   whether WordPress's header name is accepted
 * @throws HostError `rest_cookie_invalid_nonce` (403), on which clients fetch a new nonce and retry;
 *   `rest_cross_site_request` (403); `rest_other_user` (403)
 */
export function checkNonce(
  request: AuthRequest,
  identity: Identity | null,
  nonces: Nonces,
  { queryNonce, compat = 'wp' }: { queryNonce?: string | undefined; compat?: 'wp' | 'off' } = {},
): CheckedIdentity {
  if (identity?.via !== 'ambient') return { identity };
  const nonce = sentNonce(request, compat) ?? queryNonce;
  if (nonce === undefined || nonce === '') return { identity: null };

  assertSameSite(request);
  assertMeant(request, identity);
  const age = nonceAge(nonces, nonce, REST_ACTION, identity);
  if (age === 0) {
    throw new HostError('rest_cookie_invalid_nonce', 'Cookie check failed', { status: 403 });
  }
  if (age === 1) return { identity };
  return { identity, refreshedNonce: nonces.create(REST_ACTION, identity.user.id, identity.session) };
}

/**
 * Returns the age of a user's nonce.
 * A nonce of the session that was just replaced counts as aging: a page that was open during a login keeps working and
 * receives a new nonce.
 */
export function nonceAge(nonces: Nonces, nonce: string, action: string, identity: AmbientIdentity): NonceAge {
  const { user, session, replacedSession } = identity;
  const age = nonces.verify(nonce, action, user.id, session);
  if (age !== 0 || replacedSession === undefined) return age;
  return nonces.verify(nonce, action, user.id, replacedSession) === 0 ? 0 : 2;
}

/**
 * Checks `X-CMS-User`, in which a page may name its user. All tabs of a browser share one session: without this check,
 * an open page would continue as the user who signed in since, because it can fetch a valid nonce.
 */
function assertMeant(request: AuthRequest, { user }: AmbientIdentity): void {
  const meant = requestHeader(request, 'x-cms-user');
  if (meant === undefined || meant === String(user.id)) return;
  const message = 'Another account opened this page. Sign in as that account to continue.';
  throw new HostError('rest_other_user', message, { status: 403 });
}

function sentNonce(request: AuthRequest, compat: 'wp' | 'off'): string | undefined {
  const nonce = requestHeader(request, 'x-cms-nonce');
  return nonce === undefined && compat === 'wp' ? requestHeader(request, 'x-wp-nonce') : nonce;
}
