import { afterEach, describe, expect, inject, it } from 'vitest';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { dialects, migratedDatabase, SQLITE } from '../support/databases.js';
import { testRedis } from '../support/redis.js';

const PROCESSES = 3;
const variants = [
  ...dialects.map((dialect) => ({ dialect, hasRedis: false, store: dialect.name })),
  { dialect: SQLITE, hasRedis: true, store: 'Redis' },
];

describe.each(variants)(
  'rate limit shared by processes through $store',
  { timeout: 120_000 },
  ({ dialect, hasRedis }) => {
    const cleanups: (() => unknown)[] = [];
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });

    it.skipIf(hasRedis && !inject('services').includes('redis'))(
      'allows exactly the maximum, whichever process makes the calls',
      async () => {
        const { url, drop } = await migratedDatabase(dialect);
        cleanups.push(drop);
        const redis = testRedis();
        if (hasRedis) cleanups.push(redis.close);

        const scripts: Script[] = Array.from({ length: PROCESSES }, () =>
          startScript('../../../failure/processes/consume-limit.ts', [url, hasRedis ? redis.url : '', '60', '100']),
        );
        cleanups.push(() => Promise.all(scripts.map((script) => script.kill('SIGKILL'))));
        for (const script of scripts) expect(await script.line()).toBe('ready');
        for (const script of scripts) script.write('go');
        const allowed = await Promise.all(scripts.map(async (script) => Number(await script.line())));
        expect(allowed.reduce((sum, count) => sum + count)).toBe(100);
      },
    );
  },
);
