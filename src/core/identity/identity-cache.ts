import { LRUCache } from 'lru-cache';
import type { Versions } from '../services/bus/versions.js';

/** Name of the version counter that is bumped when a session is revoked or a user changes. */
export const IDENTITY_VERSION = 'identity';

/** Milliseconds: half the interval at which the use of a session is recorded, so that no use is missed. */
const REMEMBERED_FOR = 30_000;
const REMEMBERED_AT_MOST = 5_000;

/**
 * Cache of users and sessions.
 * It is cleared on any change: immediately if this process made it, within the version polling interval (a second) if
 * another one did. Entries expire after 30 seconds in any case.
 */
export interface IdentityCache<Key extends string | number, Value extends object> {
  get(key: Key): Value | undefined;
  /** Loads and caches a value. Missing values are not cached. */
  read(key: Key, load: () => Promise<Value | null>): Promise<Value | null>;
}

export function createIdentityCache<Key extends string | number, Value extends object>(
  versions: Pick<Versions, 'watch'>,
): IdentityCache<Key, Value> {
  const cache = new LRUCache<Key, Value>({ max: REMEMBERED_AT_MOST, ttl: REMEMBERED_FOR });
  let changes = 0;
  versions.watch(IDENTITY_VERSION, () => {
    changes += 1;
    cache.clear();
  });
  return {
    get: (key) => cache.get(key),
    async read(key, load) {
      const before = changes;
      const found = await load();
      // Not cached if anything changed during the load, because the value may be stale.
      if (found && before === changes) cache.set(key, found);
      return found;
    },
  };
}
