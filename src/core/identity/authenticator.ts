import type { AuthRequest } from '../http/auth-request.js';
import type { User } from '../user.js';

interface Credential {
  /** The authenticator's name, e.g. `application-password`. */
  readonly method: string;
  /** Capabilities that the credential is limited to; absent means no limit. */
  readonly scopes?: readonly string[];
  readonly credentialId?: string;
}

/** Somebody whose browser sends the credential on its own, so that a nonce must say that it was meant. */
export interface AmbientIdentity extends Credential {
  readonly via: 'ambient';
  readonly user: User;
  /** What nonces are bound to. */
  readonly session: string;
  /** The session that this one has just replaced: its nonces, in pages that are open, are good for a moment more. */
  readonly replacedSession?: string;
  /** Whether the session should get another token at the next occasion. */
  readonly isDue?: boolean;
}

/** Somebody who sent a credential on purpose. */
export interface ExplicitIdentity extends Credential {
  readonly via: 'explicit';
  /** Null for a credential that stands for itself, such as an API key that is bound to nobody. */
  readonly user: User | null;
  readonly session: '';
}

/** Who is behind a request and how that is known. */
export type Identity = AmbientIdentity | ExplicitIdentity;

/** What a site's `identify` tells of the person it has signed in. */
export interface ExternalUser {
  /** Which of the site's logins this is, e.g. `site`; together with `id` it names the account for good. */
  readonly provider: string;
  readonly id: string | number;
  /** `ambient` (default) for cookies and other things browsers send on their own, `explicit` for tokens. */
  readonly via?: 'ambient' | 'explicit';
  /** The id of the site's session: nonces end with it. Required for ambient users. */
  readonly session?: string;
  readonly login?: string;
  readonly email?: string;
  /**
   * Whether the site has proven that `email` is this person's. Otherwise the address counts as unverified.
   * @default false
   */
  readonly emailVerified?: boolean;
  readonly name?: string;
  /** Replaces the user's roles at every request. Absent: roles are managed in the host. */
  readonly roles?: readonly string[];
  /** Limits what this request may do. */
  readonly scopes?: readonly string[];
}

/** One way to prove who one is. */
export interface Authenticator {
  readonly name: string;
  /** Whether the request carries this kind of credential at all. */
  readonly claims: (request: AuthRequest) => boolean;
  /**
   * @returns null when nobody is signed in this way, and the next authenticator is asked
   * @throws HostError for a credential that is wrong, which ends the search
   */
  readonly authenticate: (request: AuthRequest) => Identity | null | Promise<Identity | null>;
}
