import type { Versions } from '../services/bus/versions.js';
import type { User } from '../user.js';
import { createIdentityCache } from './identity-cache.js';
import type { Users } from './users.js';

/** Caches users for programs, whose password, key or token identifies the same few users on every request. */
export function createUserCache(parts: {
  readonly users: Pick<Users, 'get'>;
  readonly versions: Pick<Versions, 'watch'>;
}): Pick<Users, 'get'> {
  const cache = createIdentityCache<number, User>(parts.versions);
  return { get: async (id) => cache.get(id) ?? cache.read(id, () => parts.users.get(id)) };
}
