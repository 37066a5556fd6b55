import type { User } from '../user.js';

/** The primitive capabilities that a meta capability takes, or a promise of them. */
export type Mapped = readonly string[] | Promise<readonly string[]>;

/**
 * What meta capabilities were mapped to while one request was answered. Lists and permissions ask about the same object
 * again and again, and a mapper may have to look something up (host.md section 4).
 *
 * Only objects are remembered, by identity: a number or text names something that may have changed since, and a changed
 * object that was read anew is another one. Only the mapping is: both filters are asked every time.
 */
export interface MappingMemory {
  recall(user: User, capability: string, object: unknown, map: () => Mapped): Mapped;
}

export function createMappingMemory(): MappingMemory {
  // Made when there is something to remember: most requests ask about no object.
  let byUser: WeakMap<User, WeakMap<object, Map<string, Mapped>>> | undefined;

  function mappingsOf(user: User, object: object): Map<string, Mapped> {
    byUser ??= new WeakMap();
    const byObject = byUser.get(user) ?? new WeakMap<object, Map<string, Mapped>>();
    byUser.set(user, byObject);
    const mappings = byObject.get(object) ?? new Map<string, Mapped>();
    byObject.set(object, mappings);
    return mappings;
  }

  return {
    recall(user, capability, object, map) {
      if (typeof object !== 'object' || object === null) return map();
      const mappings = mappingsOf(user, object);
      const known = mappings.get(capability);
      if (known) return known;
      const mapped = map();
      mappings.set(capability, mapped);
      // A mapper that failed is asked again.
      if (mapped instanceof Promise) mapped.catch(() => mappings.delete(capability));
      return mapped;
    },
  };
}
