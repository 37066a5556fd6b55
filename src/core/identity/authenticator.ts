import type { AuthRequest } from '../http/auth-request.js';
import type { User } from '../user.js';

interface Credential {
  /** Name of the authenticator, e.g. `application-password`. */
  readonly method: string;
  /** Capabilities that the credential is limited to. Absent means no limit. */
  readonly scopes?: readonly string[];
  readonly credentialId?: string;
}

/** User whose browser sends the credential automatically, so that a nonce must prove intent (CSRF). */
export interface AmbientIdentity extends Credential {
  readonly via: 'ambient';
  readonly user: User;
  /** Session that nonces are bound to. */
  readonly session: string;
  /** Session that this one has just replaced. Its nonces, in open pages, stay valid for a short time. */
  readonly replacedSession?: string;
  /** Whether the session token should be rotated at the next opportunity. */
  readonly isDue?: boolean;
}

/** Caller who sent a credential deliberately. */
export interface ExplicitIdentity extends Credential {
  readonly via: 'explicit';
  /** Null for a credential without a user, e.g. an API key that is not bound to one. */
  readonly user: User | null;
  readonly session: '';
}

/** Authenticated caller of a request, with the credential used. */
export type Identity = AmbientIdentity | ExplicitIdentity;

/** User that a site's `identify` function returns. */
export interface ExternalUser {
  /** Name of the site's login, e.g. `site`. Together with `id`, it identifies the account permanently. */
  readonly provider: string;
  readonly id: string | number;
  /** `ambient` (default) for cookies and anything else browsers send automatically, `explicit` for tokens. */
  readonly via?: 'ambient' | 'explicit';
  /** Id of the site's session. Nonces expire with it. Required for ambient users. */
  readonly session?: string;
  readonly login?: string;
  readonly email?: string;
  /**
   * Whether the site has verified that `email` belongs to this user. Otherwise it counts as unverified.
   * @default false
   */
  readonly emailVerified?: boolean;
  readonly name?: string;
  /** Roles that replace the user's roles on every request. Absent: roles are managed in the host. */
  readonly roles?: readonly string[];
  /** Scopes that limit this request. */
  readonly scopes?: readonly string[];
}

/** One authentication method. */
export interface Authenticator {
  readonly name: string;
  /** Whether the request carries this type of credential. */
  readonly claims: (request: AuthRequest) => boolean;
  /**
   * Authenticates the request.
   * @returns null if no user is signed in this way, in which case the next authenticator is tried
   * @throws HostError for a wrong credential, which ends the search
   */
  readonly authenticate: (request: AuthRequest) => Identity | null | Promise<Identity | null>;
}
