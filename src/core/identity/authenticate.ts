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
 * Identifies the user behind a request, or null for an anonymous one. Returns a promise if a lookup is needed.
 * @throws HostError of the authenticator that claimed the request and found its credential wrong
 */
export type Authenticate = (request: AuthRequest) => Identity | null | Promise<Identity | null>;

/** Result of one authentication method. */
export interface AuthAttempt {
  /** Name of the authenticator. */
  readonly method: string;
  /**
   * `matched`: identified the caller. `absent`: the request carries no such credential. `nobody`: it carries one that
   * signs in no user. `refused`: the credential is wrong, see `code` and `message`. `ignored`: the credential is valid
   * but does not apply here. `not_asked`: an earlier method matched.
   */
  readonly outcome: 'matched' | 'absent' | 'nobody' | 'refused' | 'ignored' | 'not_asked';
  readonly code?: string;
  readonly message?: string;
}

/** Like `Authenticate`, but reports the result of every method and can continue after a wrong credential. */
export type ExplainAuthentication = (
  request: AuthRequest,
  /** Authenticators whose wrong credentials do not end the search. */
  lenient: readonly string[] | 'all',
) => Promise<{ readonly identity: Identity | null; readonly attempts: readonly AuthAttempt[] }>;

export interface AuthenticateOptions {
  readonly users: Users;
  readonly apiKeys: Pick<ApiKeys, 'verify'>;
  /** Additional API key headers from plugins, in lower case. */
  readonly apiKeyHeaders: () => readonly string[];
  readonly signedIn: SignedInUsers;
  readonly applicationPasswords: ApplicationPasswords;
  /** Store of OAuth access tokens. */
  readonly tokens: OAuthTokens;
  /** URL of the protected resource metadata, which says where to get tokens. */
  readonly resourceMetadata: string;
  /** Whether the site's public URL uses HTTPS. Determines the name of the session cookie. */
  readonly secure: boolean;
  /** Login of the host site. */
  readonly identify?: SiteIdentify | undefined;
  /** `false`: do not create local users for users of the site's login. */
  readonly provision?: boolean | undefined;
  /** Source of the roles of those users. */
  readonly roleSource?: RoleSource | undefined;
  /** Called with the roles that `identify` returns. */
  readonly onRoles?: ((roles: readonly string[]) => void) | undefined;
  /** Distinguish unknown usernames from wrong passwords in errors. */
  readonly compatBasicErrors?: boolean | undefined;
  /** Accept application passwords and access tokens over plain HTTP from other machines. */
  readonly allowInsecureAuth?: boolean | undefined;
}

/**
 * Creates all authenticators, in the order in which they are tried. Explicit credentials come first: a client that
 * sends one means it, regardless of cookies. The site's own login takes precedence over the host's.
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

/** Returns the first identity found. A wrong credential ends the search and never falls through to a weaker one. */
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

/** Searches like `inOrder` and records the result of each authenticator. */
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
