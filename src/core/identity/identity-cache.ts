import { LRUCache } from 'lru-cache';
import type { Versions } from '../services/bus/versions.js';

/** The version that says that a session was revoked or a user changed. */
export const IDENTITY_VERSION = 'identity';

/** Half the time after which a use of a session is noted, so that none goes unnoticed. */
const REMEMBERED_FOR = 30_000;
const REMEMBERED_AT_MOST = 5_000;

/**
 * Remembers what was read about people. It is forgotten when anything changes: at once where it was changed here, within
 * the polling interval of the versions (a second) where another process did, and after half a minute in any case.
 */
export interface IdentityCache<Key extends string | number, Value extends object> {
  get(key: Key): Value | undefined;
  /** Reads and remembers; what nothing was found for is not. */
  read(key: Key, load: () => Promise<Value | null>): Promise<Value | null>;
}

export function createIdentityCache<Key extends string | number, Value extends object>(
  versions: Pick<Versions, 'watch'>,
): IdentityCache<Key, Value> {
  const remembered = new LRUCache<Key, Value>({ max: REMEMBERED_AT_MOST, ttl: REMEMBERED_FOR });
  let changes = 0;
  versions.watch(IDENTITY_VERSION, () => {
    changes += 1;
    remembered.clear();
  });
  return {
    get: (key) => remembered.get(key),
    async read(key, load) {
      const before = changes;
      const found = await load();
      // What changed while the rows were read may have changed them.
      if (found && before === changes) remembered.set(key, found);
      return found;
    },
  };
}
