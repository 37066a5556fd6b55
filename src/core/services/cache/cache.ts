import type { Logger } from 'pino';
import { withTimeLimit } from '../../concurrency/time-limit.js';
import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import { assertKey, assertTags, assertTtl, encodeValue } from './arguments.js';
import { type Invalidations, type Stamp, tagDigest } from './invalidations.js';

export interface CacheOptions {
  /** Milliseconds after which a value counts as outdated in any case, from 1 to 31 days. */
  readonly ttl: number;
  /** What the value says something about, e.g. `article:7`: see {@link Cache.invalidate}. At most 32. */
  readonly tags?: readonly string[];
}

/**
 * Remembers what takes long to compute. A value may go at any time, so whoever reads must be able to do without.
 *
 * Keys and tags are texts of 1 to 500 characters. Values are what JSON can say, 1 MiB at most, and copies: changing one
 * changes nobody else's. Inside a transaction the cache is passed by, because what is read there may be rolled back, or
 * older than what others know already.
 */
export interface Cache {
  /** The value; undefined when there is none, which is also the answer while the store is away. */
  get(key: string): Promise<unknown>;
  /**
   * Puts a value in. Prefer `remember` for what may change while it is computed.
   * @throws HostError `cache_key_invalid`, `cache_ttl_invalid`, `cache_tags_invalid`, `cache_value_invalid`,
   *   `cache_value_too_large`
   */
  set(key: string, value: unknown, options: CacheOptions): Promise<void>;
  /** As `invalidate`, for one value. */
  delete(key: string): Promise<void>;
  /**
   * The value, computed if it is not there. Callers of this process who come meanwhile share one computation; one that
   * fails fails for all of them and is not remembered, nor is one during which a tag was invalidated. A value above
   * 1 MiB is answered, and logged instead of remembered.
   * @throws like `set`, and what `compute` throws
   */
  remember<T>(key: string, options: CacheOptions, compute: () => Promise<T> | T): Promise<T>;
  /**
   * Declares every value with one of the tags outdated, in all processes, as part of the running transaction: here as
   * soon as it is committed, elsewhere within about a second at most, and even if the store is away meanwhile.
   * @throws HostError `cache_tags_invalid`
   */
  invalidate(tags: readonly string[]): Promise<void>;
}

/** A value as it is stored. */
export interface StoredValue extends Stamp {
  /** JSON. */
  readonly text: string;
}

/** Where values are kept. It may lose them at any time, and never fails. */
export interface CacheStore {
  get(key: string): Promise<StoredValue | null>;
  /** @param ttl milliseconds */
  set(key: string, value: StoredValue, ttl: number): Promise<void>;
}

export interface CacheParts {
  readonly store: CacheStore;
  readonly invalidations: Invalidations;
  readonly db: Pick<Database, 'isInTransaction'>;
  readonly log: Logger;
}

/** A value on its way: looked up, else computed. */
interface Flight {
  readonly stamp: Stamp;
  /** JSON. */
  readonly text: Promise<string>;
}

const LARGEST_VALUE = 1024 * 1024;
/** Milliseconds for which one waits for somebody else's computation. */
const LONGEST_WAIT = 30_000;

export function createCache({ store, invalidations, db, log }: CacheParts): Cache {
  const flights = new Map<string, Flight>();

  /** The number that values of now are stamped with; null where the cache is passed by. */
  async function now(): Promise<number | null> {
    return db.isInTransaction() ? null : invalidations.current();
  }

  async function find(key: string): Promise<StoredValue | null> {
    const found = await store.get(key);
    // Asked afterwards: what is found may have become outdated on its way.
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
    if (bytes <= LARGEST_VALUE) await keep(key, { ...stamp, text }, ttl);
    else log.warn({ err: tooLarge(key, bytes) }, 'A value is computed every time');
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
    // One that began before something was invalidated is too old to be shared.
    if (!other || !invalidations.isValid(other.stamp)) {
      return begin(key, { version, tags: digests(key, tags) }, ttl, work).text;
    }
    const text = await withTimeLimit(other.text, LONGEST_WAIT, () => null);
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
      if (bytes > LARGEST_VALUE) throw tooLarge(key, bytes);
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

/** Under which a single value can be invalidated. */
function keyTag(key: string): string {
  return `key ${key}`;
}

function digests(key: string, tags: readonly string[]): string[] {
  return [keyTag(key), ...tags].map(tagDigest);
}

function tooLarge(key: string, bytes: number): HostError {
  return new HostError(
    'cache_value_too_large',
    `The value of "${key}" has ${bytes} bytes, and the cache takes ${LARGEST_VALUE}. Keep less of it, or parts under keys of their own.`,
    { cache_key: key, bytes },
  );
}
