import { definePlugin, type PluginContext } from 'mortise';
import type { Locks } from 'mortise/services';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CachedStatistics,
  createCachedStatistics,
  FRESH_FOR,
  STALE_FOR,
} from '../../../../src/plugins/affiliate/statistics/cached-statistics.js';
import type { StoredValue } from '../../../../src/plugins/affiliate/statistics/stored-statistics.js';

describe('figure cache', () => {
  let host: TestHost;
  let now: number;
  let computed: number;
  let failure: Error | null;
  let warned: number;
  let locks: Locks;
  let processes: CachedStatistics<number>[];

  beforeEach(async () => {
    let context: PluginContext | undefined;
    const probe = definePlugin({
      name: 'acme-figures',
      version: '1.0.0',
      setup(pluginContext) {
        context = pluginContext;
      },
    });
    host = await createTestHost({ plugins: [probe] });
    if (!context) throw new Error('The plugin was not set up.');
    ({ locks } = context);
    const rows = new Map<string, StoredValue<unknown>>();
    const stored = {
      load: async (name: string) => rows.get(name) ?? null,
      save: async (name: string, value: StoredValue<unknown>) => void rows.set(name, value),
    };
    now = Date.UTC(2026, 10, 22);
    computed = 0;
    warned = 0;
    failure = null;
    /** Each process has its own memory cache. They share none. */
    const make = () => {
      const memory = new Map<string, unknown>();
      const cache = {
        get: async (key: string) => memory.get(key),
        set: async (key: string, value: unknown) => void memory.set(key, value),
      } as Pick<PluginContext['cache'], 'get' | 'set'>;
      return createCachedStatistics({
        name: 'overview',
        cache,
        stored,
        locks,
        now: () => new Date(now),
        log: {
          warn() {
            warned += 1;
          },
        },
        async compute() {
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (failure) throw failure;
          computed += 1;
          return computed;
        },
      });
    };
    processes = [make(), make()];
  });
  afterEach(() => host.close());

  const read = async (process = 0) => {
    const statistics = await processes[process]?.read();
    if (!statistics) throw new Error('There is no such process.');
    return statistics;
  };

  it('computes once for two hundred concurrent reads in two processes', async () => {
    const all = await Promise.all(Array.from({ length: 200 }, (_, index) => read(index % 2)));
    expect(new Set(all.map(({ value }) => value))).toEqual(new Set([1]));
    expect(computed).toBe(1);
    expect(await read()).toEqual({ value: 1, generatedAt: new Date(now), cached: true });
  });

  it('computes in another process shortly after the computing one was killed', async () => {
    const { db } = host;
    await locks.acquire('overview').then((lease) => lease?.release());
    // Simulates a process that was killed while it held the lock.
    const { numUpdatedRows } = await db.query
      .updateTable('locks')
      .set({ owner: 'killed', expires_at: Date.now() + 2000 })
      .where('name', 'like', '%overview')
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(1n);
    const began = performance.now();
    expect((await read()).value).toBe(1);
    expect(performance.now() - began).toBeLessThan(4000);
  });

  it('serves stale figures while recomputing, and the new ones afterwards', async () => {
    await read();
    now += FRESH_FOR;
    const all = await Promise.all(Array.from({ length: 50 }, () => read()));
    expect(new Set(all.map(({ value }) => value))).toEqual(new Set([1]));
    await expect.poll(() => read().then(({ value }) => value)).toBe(2);
    expect(computed).toBe(2);
  });

  it('serves stale figures and logs a warning when recomputing fails', async () => {
    await read();
    now += FRESH_FOR;
    failure = new Error('the database is away');
    expect((await read()).value).toBe(1);
    await expect.poll(() => warned).toBeGreaterThan(0);
    failure = null;
    await expect.poll(() => read().then(({ value }) => value)).toBe(2);
  });

  it('waits for new figures, or reports the error, when the cached ones are too old', async () => {
    await read();
    now += STALE_FOR;
    failure = new Error('the database is away');
    await expect(read()).rejects.toThrow('the database is away');
    failure = null;
    expect((await read()).value).toBe(2);
  });
});
