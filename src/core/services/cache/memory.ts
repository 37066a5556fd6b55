import { LRUCache } from 'lru-cache';
import type { CacheStore, StoredValue } from './cache.js';

export interface MemoryCacheOptions {
  readonly maxValues?: number;
  /** Approximate maximum size of all values, in bytes. @default 64 MiB */
  readonly maxBytes?: number;
}

const MAX_VALUES = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Overhead per value, and per tag, in bytes. */
const OVERHEAD = 200;

/** Creates an in-process store with LRU eviction. */
export function createMemoryCacheStore({
  maxValues = MAX_VALUES,
  maxBytes = MAX_BYTES,
}: MemoryCacheOptions = {}): CacheStore {
  const values = new LRUCache<string, StoredValue>({
    max: maxValues,
    maxSize: maxBytes,
    // At most two bytes per character.
    sizeCalculation: ({ text, tags }, key) => 2 * (text.length + key.length) + OVERHEAD * (1 + tags.length),
  });
  return {
    get: async (key) => values.get(key) ?? null,
    async set(key, value, ttl) {
      values.set(key, value, { ttl });
    },
  };
}
