import type { RedisConnection } from '../connection/redis.js';
import type { CacheStore, StoredValue } from './cache.js';

/**
 * Creates a cache store in Redis, shared by all processes. An entry is a line with version and tags, followed by the
 * JSON. Redis is not involved in invalidation, so none is lost while it is down. The connection logs errors.
 */
export function createRedisCacheStore(redis: RedisConnection): CacheStore {
  const place = (key: string): string => redis.key(`cache:${key}`);
  return {
    async get(key) {
      const stored = await redis.run((client) => client.get(place(key))).catch(() => null);
      return stored === null ? null : parse(stored);
    },
    async set(key, { version, tags, text }, ttl) {
      const stored = `${version} ${tags.join(' ')}\n${text}`;
      await redis.run((client) => client.set(place(key), stored, 'PX', ttl)).catch(() => undefined);
    },
  };
}

/** Ignores entries without this first line, which are not ours. */
function parse(stored: string): StoredValue | null {
  const end = Math.max(0, stored.indexOf('\n'));
  const [version = '', ...tags] = stored.slice(0, end).split(' ');
  return /^\d{1,16}$/.test(version) ? { version: Number(version), tags, text: stored.slice(end + 1) } : null;
}
