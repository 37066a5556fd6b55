import type { Cache, CacheOptions } from './cache.js';

/** Returns the cache with all keys and tags scoped to one owner. */
export function ownedCache(owner: string, cache: Cache): Cache {
  const own = (name: string): string => (typeof name === 'string' && name !== '' ? `${owner}:${name}` : name);
  const ownTags = (tags: readonly string[]): readonly string[] => (Array.isArray(tags) ? tags.map(own) : tags);
  const ownOptions = ({ ttl, tags = [] }: CacheOptions): CacheOptions => ({ ttl, tags: ownTags(tags) });
  return {
    get: (key) => cache.get(own(key)),
    set: (key, value, options) => cache.set(own(key), value, ownOptions(options)),
    delete: (key) => cache.delete(own(key)),
    remember: (key, options, compute) => cache.remember(own(key), ownOptions(options), compute),
    invalidate: (tags) => cache.invalidate(ownTags(tags)),
  };
}
