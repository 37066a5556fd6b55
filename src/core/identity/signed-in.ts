import { secretDigest } from '../crypto/secret-digest.js';
import type { Versions } from '../services/bus/versions.js';
import type { User } from '../user.js';
import { createIdentityCache } from './identity-cache.js';
import type { Session, Sessions } from './sessions.js';
import type { Users } from './users.js';

/** Session with its user. */
export interface SignedIn extends Session {
  readonly user: User;
}

/** Cached lookup of sessions with their users. */
export interface SignedInUsers {
  /**
   * Finds the session of a token.
   * @returns null for a session that has ended or never existed
   */
  byToken(token: string): SignedIn | null | Promise<SignedIn | null>;
}

/** Creates the cached lookup. A page of a signed-in user makes many requests for the same two rows. */
export function createSignedInUsers(parts: {
  readonly sessions: Pick<Sessions, 'verify'>;
  readonly users: Pick<Users, 'get'>;
  readonly versions: Pick<Versions, 'watch'>;
  readonly now?: () => number;
}): SignedInUsers {
  const { sessions, users, versions, now = Date.now } = parts;
  const cache = createIdentityCache<string, SignedIn>(versions);

  async function load(token: string): Promise<SignedIn | null> {
    const session = await sessions.verify(token);
    const user = session && (await users.get(session.userId));
    return session && user ? { ...session, user } : null;
  }

  return {
    byToken(token) {
      const digest = secretDigest(token);
      const cached = cache.get(digest);
      return cached && cached.expiresAt.getTime() > now() ? cached : cache.read(digest, () => load(token));
    },
  };
}
