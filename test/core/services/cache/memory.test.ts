import { expect, it } from 'vitest';
import { createMemoryCacheStore } from '../../../../src/core/services/cache/memory.js';
import { cacheContract, describeCaches } from '../cache-contract.js';

const HOUR = 3_600_000;

cacheContract('memory', () => createMemoryCacheStore());

describeCaches(
  'invalidations',
  () => createMemoryCacheStore(),
  (open) => {
    it('are limited to the newest, and values cached before them are outdated', async () => {
      const first = await open({ retained: 10 });
      const second = await open({ retained: 10 });
      await first.cache.set('a', 1, { ttl: HOUR });
      for (let change = 0; change < 10; change += 1) await second.cache.invalidate([`tag ${change}`]);
      await first.versions.poll();
      expect(await first.cache.get('a')).toBe(1);
      await second.cache.invalidate(['one more']);
      await first.versions.poll();
      expect(await first.cache.get('a')).toBeUndefined();
      await first.cache.set('a', 2, { ttl: HOUR, tags: ['tag 9'] });
      expect(await first.cache.get('a')).toBe(2);
    });

    it('are deleted when they are old', async () => {
      const { cache, db } = await open({ retained: 10 });
      for (let change = 0; change < 501; change += 1) await cache.invalidate(['a', 'b']);
      const rows = await db.query.selectFrom('cache_invalidations').selectAll().execute();
      expect(rows).toHaveLength(2 * 11);
    });

    it('are numbered without gaps or duplicates across concurrent processes', async () => {
      const processes = [await open(), await open(), await open()];
      await Promise.all(
        processes.map(async ({ cache }, index) => {
          for (let change = 0; change < 20; change += 1) await cache.invalidate([`${index} ${change}`, 'all']);
        }),
      );
      const rows = await processes[0]?.db.query
        .selectFrom('cache_invalidations')
        .select('version')
        .distinct()
        .execute();
      expect(rows?.map(({ version }) => Number(version)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 60 }, (_, index) => index + 1),
      );
    });

    it('follow a database that was restored from an older backup', async () => {
      const { cache, db, versions } = await open();
      for (let change = 0; change < 5; change += 1) await cache.invalidate(['menu']);
      await cache.set('a', 'from the time that is gone', { ttl: HOUR, tags: ['menu'] });
      await db.query.updateTable('versions').set({ version: 2 }).where('name', '=', 'cache').execute();
      await db.query.deleteFrom('cache_invalidations').where('version', '>', 2).execute();
      await versions.poll();
      expect(await cache.get('a')).toBeUndefined();
      await cache.set('a', 'now', { ttl: HOUR, tags: ['menu'] });
      expect(await cache.get('a')).toBe('now');
      await cache.invalidate(['menu']);
      expect(await cache.get('a')).toBeUndefined();
    });
  },
);

it('evicts the least recently used values', async () => {
  const value = { version: 1, tags: [], text: 'x'.repeat(1000) };
  const few = createMemoryCacheStore({ maxValues: 3 });
  for (const key of ['a', 'b', 'c']) await few.set(key, value, HOUR);
  await few.get('a');
  await few.set('d', value, HOUR);
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(few.get))).toEqual([value, null, value, value]);

  const small = createMemoryCacheStore({ maxBytes: 10_000 });
  for (let key = 0; key < 10; key += 1) await small.set(`key ${key}`, value, HOUR);
  const cachedValues = await Promise.all(Array.from({ length: 10 }, (_, key) => small.get(`key ${key}`)));
  expect(cachedValues.filter((found) => found !== null)).toHaveLength(4);
  expect(cachedValues.at(-1)).toEqual(value);
});
