import type { RedisConnection } from '../connection/redis.js';
import type { CacheStore, StoredValue } from './cache.js';

/**
 * Values in Redis, shared by all processes: a line with number and tags, then the JSON. Redis need not hear of
 * invalidations, so that none is lost on it while it is away. What goes wrong was logged by the connection.
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

/** What has no such first line was not written by us. */
function parse(stored: string): StoredValue | null {
  const end = Math.max(0, stored.indexOf('\n'));
  const [version = '', ...tags] = stored.slice(0, end).split(' ');
  return /^\d{1,16}$/.test(version) ? { version: Number(version), tags, text: stored.slice(end + 1) } : null;
}
