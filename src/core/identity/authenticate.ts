import { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';
import type { ApiKeys } from './api-keys.js';
import type { ApplicationPasswords } from './application-passwords.js';
import type { Authenticator, Identity } from './authenticator.js';
import { apiKeyAuthenticator } from './authenticators/api-key.js';
import { basicAuthenticator } from './authenticators/basic.js';
import { bearerAuthenticator } from './authenticators/bearer.js';
import { sessionCookieAuthenticator } from './authenticators/session-cookie.js';
import { type SiteIdentify, siteLoginAuthenticator } from './authenticators/site-login.js';
import type { OAuthTokens } from './oauth/tokens.js';
import type { SignedInUsers } from './signed-in.js';
import type { RoleSource, Users } from './users.js';

/**
 * Who is behind a request, null for nobody; a promise where somebody has to be asked.
 * @throws HostError of the authenticator that claimed the request and found its credential wrong
 */
export type Authenticate = (request: AuthRequest) => Identity | null | Promise<Identity | null>;

/** What became of one way to say who is calling. */
export interface AuthAttempt {
  /** The authenticator's name. */
  readonly method: string;
  /**
   * `matched`: this is who is calling. `absent`: the request carries nothing of the kind. `nobody`: it does, and nobody
   * is signed in by it. `refused`: the credential is wrong, and `code` and `message` say why. `ignored`: it is right and
   * does not count here. `not_asked`: another one came first.
   */
  readonly outcome: 'matched' | 'absent' | 'nobody' | 'refused' | 'ignored' | 'not_asked';
  readonly code?: string;
  readonly message?: string;
}

/** The same with an account of what became of each way, and without an end at the first wrong credential. */
export type ExplainAuthentication = (
  request: AuthRequest,
  /** Whose wrong credentials do not end the search. */
  lenient: readonly string[] | 'all',
) => Promise<{ readonly identity: Identity | null; readonly attempts: readonly AuthAttempt[] }>;

export interface AuthenticateOptions {
  readonly users: Users;
  readonly apiKeys: Pick<ApiKeys, 'verify'>;
  /** Headers that plugins have named for API keys, in lower case. */
  readonly apiKeyHeaders: () => readonly string[];
  readonly signedIn: SignedInUsers;
  readonly applicationPasswords: ApplicationPasswords;
  /** Access tokens of OAuth. */
  readonly tokens: OAuthTokens;
  /** Address of the document that tells where they come from. */
  readonly resourceMetadata: string;
  /** Whether the site's public address is https: decides on the name of the session cookie. */
  readonly secure: boolean;
  /** The site's own login. */
  readonly identify?: SiteIdentify | undefined;
  /** `false`: do not create local users for people of the site's login. */
  readonly provision?: boolean | undefined;
  /** Who decides on the roles of those people. */
  readonly roleSource?: RoleSource | undefined;
  /** Looks at the roles that `identify` returns. */
  readonly onRoles?: ((roles: readonly string[]) => void) | undefined;
  /** Tell names that nobody has from wrong passwords. */
  readonly compatBasicErrors?: boolean | undefined;
  /** Accept application passwords and access tokens over plain HTTP from other machines. */
  readonly allowInsecureAuth?: boolean | undefined;
}

/**
 * All the ways to prove who one is, in the order of host.md section 3.2. Explicit ones come first: who sends a
 * password means it, whatever cookies travel along. The site's own login wins over the host's.
 */
export function createAuthenticators(options: AuthenticateOptions): readonly Authenticator[] {
  const { identify } = options;
  return [
    apiKeyAuthenticator(options),
    bearerAuthenticator(options),
    basicAuthenticator(options),
    ...(identify ? [siteLoginAuthenticator({ ...options, identify })] : []),
    sessionCookieAuthenticator(options),
  ];
}

/** Takes the first identity. A wrong credential ends the search and never falls through to a weaker one. */
export function inOrder(authenticators: readonly Authenticator[]): Authenticate {
  function ask(request: AuthRequest, first: number): Identity | null | Promise<Identity | null> {
    for (let index = first; index < authenticators.length; index += 1) {
      const authenticator = authenticators[index];
      if (!authenticator?.claims(request)) continue;
      const found = authenticator.authenticate(request);
      if (found instanceof Promise) return found.then((identity) => identity ?? ask(request, index + 1));
      if (found) return found;
    }
    return null;
  }
  return (request) => ask(request, 0);
}

/** Asks like `inOrder` and takes down what each one says. */
export function explainInOrder(authenticators: readonly Authenticator[]): ExplainAuthentication {
  return async (request, lenient) => {
    const attempts: AuthAttempt[] = [];
    let identity: Identity | null = null;
    for (const { name, claims, authenticate } of authenticators) {
      if (identity) attempts.push({ method: name, outcome: 'not_asked' });
      else if (!claims(request)) attempts.push({ method: name, outcome: 'absent' });
      else {
        try {
          identity = await authenticate(request);
          attempts.push({ method: name, outcome: identity ? 'matched' : 'nobody' });
        } catch (error) {
          if (!(error instanceof HostError) || error.status >= 500) throw error;
          if (lenient !== 'all' && !lenient.includes(name)) throw error;
          attempts.push({ method: name, outcome: 'refused', code: error.code, message: error.message });
        }
      }
    }
    return { identity, attempts };
  };
}
