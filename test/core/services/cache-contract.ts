import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, type Database } from '../../../src/core/database/database.js';
import { createVersions, type VersionsService, versionsMigrations } from '../../../src/core/services/bus/versions.js';
import { type Cache, type CacheStore, createCache } from '../../../src/core/services/cache/cache.js';
import { createInvalidations } from '../../../src/core/services/cache/invalidations.js';
import { cacheMigrations } from '../../../src/core/services/cache/tables.js';
import { dialects, migratedDatabase } from '../../support/databases.js';

/** Cache of one process. */
export interface CacheUnderTest {
  readonly cache: Cache;
  readonly db: Database;
  readonly versions: VersionsService;
}

/** Creates the store of another process of the site. Called for each test. */
export type OpenStore = () => CacheStore | Promise<CacheStore>;

const log = pino({ level: 'silent' });

/** Runs a suite once per dialect. `open` opens the cache of another process of the same site. */
export function describeCaches(
  name: string,
  openStore: OpenStore,
  suite: (open: (options?: { readonly retained: number }) => Promise<CacheUnderTest>) => void,
): void {
  describe.each(dialects)(`${name} with $name`, (dialect) => {
    const cleanups: (() => void | Promise<void>)[] = [];
    let url: string | undefined;
    afterEach(async () => {
      url = undefined;
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });

    async function openDatabase(): Promise<Database> {
      const isFirst = url === undefined;
      if (url === undefined) {
        const database = await migratedDatabase(dialect);
        cleanups.push(database.drop);
        url = database.url;
      }
      const db = createDatabase({ url });
      cleanups.push(db.close);
      if (isFirst) {
        await db.migrate('versions', versionsMigrations);
        await db.migrate('cache', cacheMigrations);
      }
      return db;
    }

    suite(async (options) => {
      const db = await openDatabase();
      const versions = createVersions(db, log);
      const invalidations = createInvalidations({ db, versions, log, ...options });
      cleanups.push(versions.close, invalidations.close);
      return { cache: createCache({ store: await openStore(), invalidations, db, log }), db, versions };
    });
  });
}

const HOUR = 3_600_000;
const OPTIONS = { ttl: HOUR, tags: ['articles'] };

/** Creates a computation that blocks until it is released. */
function heldComputation<T>(value: () => T) {
  let release = (): void => undefined;
  let began = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const compute = vi.fn(async () => {
    const read = value();
    began();
    await isReleased;
    return read;
  });
  return { compute, release, hasBegun };
}

/** Contract of the cache for every store. */
export function cacheContract(name: string, openStore: OpenStore): void {
  describeCaches(`cache: ${name}`, openStore, (open) => {
    let first: CacheUnderTest;
    let cache: Cache;
    beforeEach(async () => {
      first = await open();
      ({ cache } = first);
    });
    afterEach(() => vi.restoreAllMocks());

    it('returns stored values, and undefined for missing ones', async () => {
      await cache.set('a', { text: 'Grüße\n東京', list: [1, null, true], empty: '' }, OPTIONS);
      await cache.set('null', null, OPTIONS);
      expect(await cache.get('a')).toEqual({ text: 'Grüße\n東京', list: [1, null, true], empty: '' });
      expect(await cache.get('null')).toBeNull();
      expect(await cache.get('b')).toBeUndefined();
    });

    it('returns a copy to every caller, so that mutations are not shared', async () => {
      const value = { list: [1] };
      await cache.set('a', value, OPTIONS);
      value.list.push(2);
      const compute = async () => ({ list: [1] });
      const [first, second] = await Promise.all([
        cache.remember('b', OPTIONS, compute),
        cache.remember('b', OPTIONS, compute),
      ]);
      first.list.push(3);
      expect(second).toEqual({ list: [1] });
      expect(await cache.get('a')).toEqual({ list: [1] });
    });

    it('expires a value after its TTL', async () => {
      await cache.set('a', 1, { ttl: 300 });
      expect(await cache.get('a')).toBe(1);
      await vi.waitFor(async () => expect(await cache.get('a')).toBeUndefined(), 3000);
    });

    it('deletes only the given value', async () => {
      await cache.set('a', 1, OPTIONS);
      await cache.set('b', 2, OPTIONS);
      await cache.delete('a');
      await cache.delete('unknown');
      expect(await cache.get('a')).toBeUndefined();
      expect(await cache.get('b')).toBe(2);
    });

    it('invalidates all values with the tag and no others', async () => {
      await cache.set('a', 1, { ttl: HOUR, tags: ['articles', 'menu'] });
      await cache.set('b', 2, { ttl: HOUR, tags: ['menu'] });
      await cache.set('c', 3, { ttl: HOUR, tags: ['article'] });
      await cache.set('d', 4, { ttl: HOUR });
      await cache.invalidate(['articles', 'articles', 'unknown']);
      expect(await Promise.all(['a', 'b', 'c', 'd'].map(cache.get))).toEqual([undefined, 2, 3, 4]);
      await cache.set('a', 5, OPTIONS);
      expect(await cache.get('a')).toBe(5);
    });

    it('computes a missing value once', async () => {
      const compute = vi.fn(async () => ({ n: 1 }));
      expect(await cache.remember('a', OPTIONS, compute)).toEqual({ n: 1 });
      expect(await cache.remember('a', OPTIONS, compute)).toEqual({ n: 1 });
      expect(compute).toHaveBeenCalledOnce();
    });

    it('shares one computation between concurrent callers', async () => {
      const { compute, release, hasBegun } = heldComputation(() => 7);
      const answers = Array.from({ length: 50 }, () => cache.remember('a', OPTIONS, compute));
      await hasBegun;
      answers.push(cache.remember('a', OPTIONS, compute));
      release();
      expect(new Set(await Promise.all(answers))).toEqual(new Set([7]));
      expect(compute).toHaveBeenCalledOnce();
    });

    it('does not cache an error and rejects for all callers that share it', async () => {
      const { compute, release, hasBegun } = heldComputation(() => 1);
      const fail = async (): Promise<number> => {
        await compute();
        throw new Error('no');
      };
      // Ensures that all three calls are concurrent.
      await cache.set('b', 1, OPTIONS);
      const sharing = [1, 2, 3].map(() => cache.remember('a', OPTIONS, fail));
      await hasBegun;
      release();
      const answers = await Promise.allSettled(sharing);
      expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      expect(compute).toHaveBeenCalledOnce();
      expect(await cache.remember('a', OPTIONS, () => 1)).toBe(1);
    });

    it('stores no value computed before an invalidation', async () => {
      let article = 'old';
      const { compute, release, hasBegun } = heldComputation(() => article);
      const early = cache.remember('a', OPTIONS, compute);
      await hasBegun;
      article = 'new';
      await cache.invalidate(['articles']);
      release();
      expect(await early).toBe('old');
      expect(await cache.get('a')).toBeUndefined();
      expect(await cache.remember('a', OPTIONS, () => article)).toBe('new');
    });

    it('does not share a computation that started before an invalidation', async () => {
      let article = 'old';
      const { compute, release, hasBegun } = heldComputation(() => article);
      const early = cache.remember('a', OPTIONS, compute);
      await hasBegun;
      article = 'new';
      await cache.invalidate(['articles']);
      expect(await cache.remember('a', OPTIONS, () => article)).toBe('new');
      release();
      await early;
      expect(await cache.get('a')).toBe('new');
    });

    it('invalidates at the commit, and not after a rollback', async () => {
      const { db } = first;
      await cache.set('a', 1, OPTIONS);
      const undone = db.transaction(async () => {
        await cache.invalidate(['articles']);
        await cache.delete('a');
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await cache.get('a')).toBe(1);
      await db.transaction(() => cache.invalidate(['articles']));
      expect(await cache.get('a')).toBeUndefined();
    });

    it('is bypassed inside a transaction', async () => {
      const { db } = first;
      await cache.set('a', 'committed', OPTIONS);
      await db.transaction(async () => {
        expect(await cache.get('a')).toBeUndefined();
        expect(await cache.remember('a', OPTIONS, () => 'not committed')).toBe('not committed');
        await cache.set('b', 'not committed', OPTIONS);
      });
      expect(await cache.get('a')).toBe('committed');
      expect(await cache.get('b')).toBeUndefined();
    });

    it.each([
      ['a date', new Date(0)],
      ['a date inside', { at: new Date(0) }],
      ['a map', new Map()],
      ['undefined', undefined],
      ['undefined in a list', [undefined]],
      ['a function', () => 1],
      ['NaN', [Number.NaN]],
      ['a bigint', { n: 1n }],
      ['an instance', new (class Article {})()],
    ])('rejects %s, which does not survive serialization', async (_what, value) => {
      await expect(cache.set('a', value, OPTIONS)).rejects.toMatchObject({ code: 'cache_value_invalid' });
      const remember = cache.remember('a', OPTIONS, () => value);
      await expect(remember).rejects.toMatchObject({ code: 'cache_value_invalid' });
    });

    it('rejects circular references', async () => {
      const circle: { self?: unknown } = {};
      circle.self = circle;
      await expect(cache.set('a', circle, OPTIONS)).rejects.toMatchObject({ code: 'cache_value_invalid' });
    });

    it('omits undefined members', async () => {
      expect(await cache.remember('a', OPTIONS, () => ({ a: 1, b: undefined }))).toEqual({ a: 1 });
    });

    it('stores up to 1 MiB and returns larger computed values without caching them', async () => {
      const large = 'x'.repeat(1024 * 1024 - 2);
      await cache.set('a', large, OPTIONS);
      expect(await cache.get('a')).toBe(large);
      await expect(cache.set('b', `${large}x`, OPTIONS)).rejects.toMatchObject({
        code: 'cache_value_too_large',
        data: { bytes: 1024 * 1024 + 1 },
      });
      expect(await cache.remember('b', OPTIONS, () => `${large}x`)).toBe(`${large}x`);
      expect(await cache.get('b')).toBeUndefined();
    });

    it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 32 * 86_400_000])(
      'rejects a TTL of %s ms',
      async (ttl) => {
        await expect(cache.set('a', 1, { ttl })).rejects.toMatchObject({ code: 'cache_ttl_invalid' });
      },
    );

    it('rejects invalid keys and tags', async () => {
      for (const key of ['', 'x'.repeat(501), 7 as unknown as string]) {
        await expect(cache.get(key)).rejects.toMatchObject({ code: 'cache_key_invalid' });
        await expect(cache.invalidate([key])).rejects.toMatchObject({ code: 'cache_tags_invalid' });
      }
      const many = Array.from({ length: 33 }, (_, tag) => `tag ${tag}`);
      await expect(cache.set('a', 1, { ttl: HOUR, tags: many })).rejects.toMatchObject({ code: 'cache_tags_invalid' });
      await expect(cache.invalidate('articles' as unknown as string[])).rejects.toMatchObject({
        code: 'cache_tags_invalid',
      });
    });

    it('distinguishes keys with any characters', async () => {
      const keys = ['a', 'a ', 'A', 'a\n1', 'a\0', 'ä', '__proto__', 'x'.repeat(500)];
      for (const key of keys) await cache.set(key, key, OPTIONS);
      expect(await Promise.all(keys.map(cache.get))).toEqual(keys);
    });

    it('applies invalidations of other processes', async () => {
      const other = await open();
      await cache.set('a', 1, OPTIONS);
      await other.cache.invalidate(['articles']);
      await first.versions.poll();
      expect(await cache.get('a')).toBeUndefined();
    });

    it('stores no value that another process invalidated during the computation', async () => {
      const other = await open();
      let article = 'old';
      const { compute, release, hasBegun } = heldComputation(() => article);
      const early = cache.remember('a', OPTIONS, compute);
      await hasBegun;
      article = 'new';
      await other.cache.invalidate(['articles']);
      release();
      expect(await early).toBe('old');
      await first.versions.poll();
      expect(await cache.remember('a', OPTIONS, () => article)).toBe('new');
      expect(await other.cache.remember('a', OPTIONS, () => article)).toBe('new');
    });

    it('checks the database for invalidations after a sleep', async () => {
      const other = await open();
      await cache.set('a', 1, OPTIONS);
      await other.cache.invalidate(['articles']);
      const now = performance.now();
      vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
      expect(await cache.get('a')).toBeUndefined();
    });

    it('is bypassed while the database cannot be checked for invalidations', async () => {
      await cache.set('a', 'cached', OPTIONS);
      await first.db.close();
      const now = performance.now();
      vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
      expect(await cache.get('a')).toBeUndefined();
      expect(await cache.remember('a', OPTIONS, () => 'computed')).toBe('computed');
    });
  });
}
