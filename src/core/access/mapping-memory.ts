import type { User } from '../user.js';

/** Primitive capabilities that a meta capability requires, or a promise of them. */
export type MaybePromisedNames = readonly string[] | Promise<readonly string[]>;

/**
 * Cache of meta capability mappings for one request. Lists and permission checks repeat for the same object, and a
 * mapper may have to query the database.
 *
 * Only objects are cached, by identity: a number or string may refer to something that has since changed, and a
 * reloaded object has a new identity. Only the mapping is cached: both filters run on every check.
 */
export interface MappingMemory {
  recall(user: User, capability: string, object: unknown, map: () => MaybePromisedNames): MaybePromisedNames;
}

export function createMappingMemory(): MappingMemory {
  // Created lazily: most requests check no object.
  let byUser: WeakMap<User, WeakMap<object, Map<string, MaybePromisedNames>>> | undefined;

  function mappingsOf(user: User, object: object): Map<string, MaybePromisedNames> {
    byUser ??= new WeakMap();
    const byObject = byUser.get(user) ?? new WeakMap<object, Map<string, MaybePromisedNames>>();
    byUser.set(user, byObject);
    const mappings = byObject.get(object) ?? new Map<string, MaybePromisedNames>();
    byObject.set(object, mappings);
    return mappings;
  }

  return {
    recall(user, capability, object, map) {
      if (typeof object !== 'object' || object === null) return map();
      const mappings = mappingsOf(user, object);
      const cached = mappings.get(capability);
      if (cached) return cached;
      const mapped = map();
      mappings.set(capability, mapped);
      // A failed mapper runs again on the next check.
      if (mapped instanceof Promise) mapped.catch(() => mappings.delete(capability));
      return mapped;
    },
  };
}
