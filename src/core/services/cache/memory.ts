import { LRUCache } from 'lru-cache';
import type { CacheStore, StoredValue } from './cache.js';

export interface MemoryCacheOptions {
  readonly maxValues?: number;
  /** Bytes of all values together, roughly. */
  readonly maxBytes?: number;
}

const MAX_VALUES = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes that a value takes besides its text and key. */
const OVERHEAD = 200;

/** Values in this process; those that were used least recently make room. */
export function createMemoryCacheStore({
  maxValues = MAX_VALUES,
  maxBytes = MAX_BYTES,
}: MemoryCacheOptions = {}): CacheStore {
  const values = new LRUCache<string, StoredValue>({
    max: maxValues,
    maxSize: maxBytes,
    // At most two bytes a character.
    sizeCalculation: ({ text, tags }, key) => 2 * (text.length + key.length) + OVERHEAD * (1 + tags.length),
  });
  return {
    get: async (key) => values.get(key) ?? null,
    async set(key, value, ttl) {
      values.set(key, value, { ttl });
    },
  };
}
