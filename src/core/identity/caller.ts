import { HostError } from '../errors.js';
import type { CallerIdentity } from '../rest/call.js';
import type { Query } from '../rest/query.js';
import type { AuthAttempt, Authenticate, AuthRequest, ExplainAuthentication, Identity } from './authenticate.js';
import { checkNonce } from './nonce-check.js';
import type { Nonces } from './nonces.js';

export interface CallerParts {
  readonly authenticate: Authenticate;
  readonly explain: ExplainAuthentication;
  readonly nonces: Nonces;
  readonly compat: 'wp' | 'off';
}

/**
 * Who is calling a REST route: the identity behind the request, and what it is worth to REST by the nonce that came
 * along in a header or in the query.
 * @param credentials those that the route judges itself: wrong ones are not refused, and the account says why
 * @throws HostError of the authenticator, or of the nonce check
 */
export function identifyCaller(
  { authenticate, explain, nonces, compat }: CallerParts,
  request: AuthRequest,
  query: Query,
  credentials?: readonly string[] | 'all',
): CallerIdentity | Promise<CallerIdentity> {
  const sent = (compat === 'wp' ? query._wpnonce : undefined) ?? query._nonce;
  const queryNonce = typeof sent === 'string' ? sent : undefined;

  function worth(identity: Identity | null): CallerIdentity {
    const checked = checkNonce(request, identity, nonces, { queryNonce, compat });
    return identity && !checked.identity ? { ...checked, ignored: 'cookie-without-nonce' } : checked;
  }

  async function account(lenient: readonly string[] | 'all'): Promise<CallerIdentity> {
    const { identity, attempts } = await explain(request, lenient);
    const settle = (attempt: Omit<AuthAttempt, 'method'>): AuthAttempt[] =>
      attempts.map((one) => (one.outcome === 'matched' ? { ...one, ...attempt } : one));
    try {
      const caller = worth(identity);
      if (!caller.ignored) return { ...caller, attempts };
      const message = 'The session counts with a nonce only: send one as X-CMS-Nonce.';
      return { ...caller, attempts: settle({ outcome: 'ignored', code: caller.ignored, message }) };
    } catch (error) {
      const isLenient = lenient === 'all' || lenient.includes(identity?.method ?? '');
      if (!(error instanceof HostError) || !isLenient) throw error;
      return { identity: null, attempts: settle({ outcome: 'refused', code: error.code, message: error.message }) };
    }
  }

  if (credentials) return account(credentials);
  const found = authenticate(request);
  return found instanceof Promise ? found.then(worth) : worth(found);
}
