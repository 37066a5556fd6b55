import { LRUCache } from 'lru-cache';
import type { Versions } from '../services/bus/versions.js';
import { secretDigest } from './secret-digest.js';
import type { Session, Sessions } from './sessions.js';
import type { User, Users } from './users.js';

/** Who is signed in with a session. */
export interface SignedIn extends Session {
  readonly user: User;
}

/** Looks up sessions with their users, and remembers them for a while. */
export interface SignedInUsers {
  /** @returns null for a session that has ended or never was */
  byToken(token: string): SignedIn | null | Promise<SignedIn | null>;
}

/** The version that says that a session was revoked or a user changed. */
export const IDENTITY_VERSION = 'identity';

/** Half the time after which a use of the session is noted, so that none goes unnoticed. */
const REMEMBERED_FOR = 30_000;
const REMEMBERED_AT_MOST = 5_000;

/**
 * A page of a signed-in person makes many requests, and each asks for the same two rows. What was found is forgotten when
 * anything changes: at once where it was changed here, within the polling interval of the versions (a second) where
 * another process did, and after half a minute in any case.
 */
export function createSignedInUsers(parts: {
  readonly sessions: Pick<Sessions, 'verify'>;
  readonly users: Pick<Users, 'get'>;
  readonly versions: Pick<Versions, 'watch'>;
  readonly now?: () => number;
}): SignedInUsers {
  const { sessions, users, versions, now = Date.now } = parts;
  const remembered = new LRUCache<string, SignedIn>({ max: REMEMBERED_AT_MOST, ttl: REMEMBERED_FOR });
  let changes = 0;
  versions.watch(IDENTITY_VERSION, () => {
    changes += 1;
    remembered.clear();
  });

  async function read(token: string, digest: string): Promise<SignedIn | null> {
    const before = changes;
    const session = await sessions.verify(token);
    const user = session && (await users.get(session.userId));
    if (!session || !user) return null;
    const found = { ...session, user };
    // What changed while the rows were read may have changed them.
    if (before === changes) remembered.set(digest, found);
    return found;
  }

  return {
    byToken(token) {
      const digest = secretDigest(token);
      const known = remembered.get(digest);
      return known && known.expiresAt.getTime() > now() ? known : read(token, digest);
    },
  };
}
