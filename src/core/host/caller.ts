import { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';
import type { Query } from '../http/query.js';
import type { AuthAttempt, ExplainAuthentication } from '../identity/authenticate.js';
import type { Identity } from '../identity/authenticator.js';
import { checkNonce } from '../identity/nonce-check.js';
import type { Nonces } from '../identity/nonces.js';
import type { CallerIdentity } from '../rest/call.js';

/** A request to identify, with everything needed to check its nonces. */
export interface RestCaller {
  readonly request: AuthRequest;
  readonly query: Query;
  readonly nonces: Nonces;
  readonly compat: 'wp' | 'off';
}

/**
 * Decides which identity REST accepts, by the nonce in a header or in the query.
 * @throws HostError of the nonce check
 */
export function worthToRest({ request, query, nonces, compat }: RestCaller, identity: Identity | null): CallerIdentity {
  const sent = (compat === 'wp' ? query._wpnonce : undefined) ?? query._nonce;
  const queryNonce = typeof sent === 'string' ? sent : undefined;
  const checked = checkNonce(request, identity, nonces, { queryNonce, compat });
  return identity && !checked.identity ? { ...checked, ignored: 'cookie-without-nonce' } : checked;
}

/**
 * Like `worthToRest`, for routes that judge credentials themselves: wrong ones are not rejected, and the outcome of
 * each is reported.
 * @param lenient names of those credentials
 */
export async function explainToRest(
  caller: RestCaller,
  explain: ExplainAuthentication,
  lenient: readonly string[] | 'all',
): Promise<CallerIdentity> {
  const { identity, attempts } = await explain(caller.request, lenient);
  const settle = (attempt: Omit<AuthAttempt, 'method'>): AuthAttempt[] =>
    attempts.map((one) => (one.outcome === 'matched' ? { ...one, ...attempt } : one));
  try {
    const worth = worthToRest(caller, identity);
    if (!worth.ignored) return { ...worth, attempts };
    const message = 'The session requires a nonce. Send one as X-CMS-Nonce.';
    return { ...worth, attempts: settle({ outcome: 'ignored', code: worth.ignored, message }) };
  } catch (error) {
    const isLenient = lenient === 'all' || lenient.includes(identity?.method ?? '');
    if (!(error instanceof HostError) || !isLenient) throw error;
    return { identity: null, attempts: settle({ outcome: 'refused', code: error.code, message: error.message }) };
  }
}
