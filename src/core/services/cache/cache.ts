import type { Logger } from 'pino';
import { withTimeLimit } from '../../concurrency/time-limit.js';
import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import { assertKey, assertTags, assertTtl, encodeValue } from './arguments.js';
import { type Invalidations, type Stamp, tagDigest } from './invalidations.js';

/** Options of a cache entry. */
export interface CacheOptions {
  /** Time to live in milliseconds, from 1 ms to 31 days. */
  readonly ttl: number;
  /** Tags of the data behind the value, such as `article:7`, for {@link Cache.invalidate}. At most 32. */
  readonly tags?: readonly string[];
}

/**
 * Cache for expensive results. A value may be evicted at any time, so callers must be able to do without.
 *
 * Keys and tags are strings of 1 to 500 characters. Values are JSON of at most 1 MiB, and copies: changing one
 * affects no other reader. Inside a transaction the cache is bypassed, because the data read there may be rolled
 * back, or be older than what other processes have committed.
 */
export interface Cache {
  /** Returns the value, or undefined if there is none or the store is unavailable. */
  get(key: string): Promise<unknown>;
  /**
   * Stores a value. Prefer `remember` for data that may change while it is computed.
   * @throws HostError `cache_key_invalid`, `cache_ttl_invalid`, `cache_tags_invalid`, `cache_value_invalid`,
   *   `cache_value_too_large`
   */
  set(key: string, value: unknown, options: CacheOptions): Promise<void>;
  /** Invalidates a single value. */
  delete(key: string): Promise<void>;
  /**
   * Returns the cached value, or computes and stores it. Concurrent callers in this process share one computation. If
   * it fails, it fails for all of them. A result is not stored if it failed, or if one of its tags was invalidated
   * during the computation. A value above 1 MiB is returned and a warning is logged, but it is not stored.
   * @throws like `set`, and the error of `compute`
   */
  remember<T>(key: string, options: CacheOptions, compute: () => Promise<T> | T): Promise<T>;
  /**
   * Invalidates every value with one of the tags in all processes, as part of the running transaction: in this
   * process on commit, elsewhere within about a second, even if the store is unavailable.
   * @throws HostError `cache_tags_invalid`
   */
  invalidate(tags: readonly string[]): Promise<void>;
}

/** Value as stored. */
export interface StoredValue extends Stamp {
  /** JSON. */
  readonly text: string;
}

/** Storage for cached values. It may lose values at any time, and never fails. */
export interface CacheStore {
  get(key: string): Promise<StoredValue | null>;
  /** @param ttl time to live in milliseconds */
  set(key: string, value: StoredValue, ttl: number): Promise<void>;
}

export interface CacheParts {
  readonly store: CacheStore;
  readonly invalidations: Invalidations;
  readonly db: Pick<Database, 'isInTransaction'>;
  readonly log: Logger;
}

/** Value being looked up or computed. */
interface Flight {
  readonly stamp: Stamp;
  /** JSON. */
  readonly text: Promise<string>;
}

const MAX_VALUE_BYTES = 1024 * 1024;

/** Maximum wait for another caller's computation, in milliseconds. */
const MAX_WAIT = 30_000;

export function createCache({ store, invalidations, db, log }: CacheParts): Cache {
  const flights = new Map<string, Flight>();

  /** Returns the version for new values; null if the cache is bypassed. */
  async function now(): Promise<number | null> {
    return db.isInTransaction() ? null : invalidations.current();
  }

  async function find(key: string): Promise<StoredValue | null> {
    const found = await store.get(key);
    // Check after reading: the value may have been invalidated during the read.
    const isKnown = found !== null && (await invalidations.current()) !== null;
    return isKnown && invalidations.isValid(found) ? found : null;
  }

  async function keep(key: string, value: StoredValue, ttl: number): Promise<void> {
    const isKnown = (await invalidations.current()) !== null;
    if (isKnown && invalidations.isValid(value)) await store.set(key, value, ttl);
  }

  async function compute(key: string, stamp: Stamp, ttl: number, work: () => unknown): Promise<string> {
    const text = encodeValue(key, await work());
    const bytes = Buffer.byteLength(text);
    if (bytes <= MAX_VALUE_BYTES) await keep(key, { ...stamp, text }, ttl);
    else log.warn({ err: tooLarge(key, bytes) }, 'A value is not cached and is computed every time');
    return text;
  }

  function begin(key: string, stamp: Stamp, ttl: number, work: () => unknown): Flight {
    const text = find(key).then((found) => found?.text ?? compute(key, stamp, ttl, work));
    const flight = { stamp, text };
    flights.set(key, flight);
    const end = (): void => leave(key, flight);
    text.then(end, end);
    return flight;
  }

  function leave(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  async function obtain(key: string, { ttl, tags = [] }: CacheOptions, work: () => unknown): Promise<string> {
    const version = await now();
    if (version === null) return encodeValue(key, await work());
    const other = flights.get(key);
    // Do not share a computation that began before an invalidation.
    if (!other || !invalidations.isValid(other.stamp)) {
      return begin(key, { version, tags: digests(key, tags) }, ttl, work).text;
    }
    const text = await withTimeLimit(other.text, MAX_WAIT, () => null);
    if (text !== null) return text;
    leave(key, other);
    return obtain(key, { ttl, tags }, work);
  }

  return {
    async get(key) {
      assertKey(key);
      const found = db.isInTransaction() ? null : await find(key);
      return found ? JSON.parse(found.text) : undefined;
    },
    async set(key, value, { ttl, tags = [] }) {
      assertKey(key);
      assertTtl(ttl);
      assertTags(tags);
      const text = encodeValue(key, value);
      const bytes = Buffer.byteLength(text);
      if (bytes > MAX_VALUE_BYTES) throw tooLarge(key, bytes);
      const version = await now();
      if (version !== null) await keep(key, { version, tags: digests(key, tags), text }, ttl);
    },
    async delete(key) {
      assertKey(key);
      await invalidations.add([keyTag(key)]);
    },
    async remember(key, { ttl, tags = [] }, work) {
      assertKey(key);
      assertTtl(ttl);
      assertTags(tags);
      return JSON.parse(await obtain(key, { ttl, tags }, work));
    },
    async invalidate(tags) {
      assertTags(tags);
      await invalidations.add(tags);
    },
  };
}

/** Tag that invalidates a single value. */
function keyTag(key: string): string {
  return `key ${key}`;
}

function digests(key: string, tags: readonly string[]): string[] {
  return [keyTag(key), ...tags].map(tagDigest);
}

function tooLarge(key: string, bytes: number): HostError {
  return new HostError(
    'cache_value_too_large',
    `The value of "${key}" has ${bytes} bytes; the cache accepts ${MAX_VALUE_BYTES}. Cache less of it, or cache its parts under separate keys.`,
    { cache_key: key, bytes },
  );
}

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
