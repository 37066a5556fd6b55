import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { definePlugin } from '../../../src/index.js';
import type { Cache } from '../../../src/services.js';
import { createTestHost, type TestHost } from '../../../src/testing.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { type TestRedis, testRedis } from '../../support/redis.js';

const HOUR = 3_600_000;
/** Milliseconds within which all processes apply a change, with or without messages. */
const SOON = 2000;

const SHARED = ['the database alone', 'Redis'] as const;
const variants = dialects.flatMap((dialect) => SHARED.map((shared) => ({ dialect, name: dialect.name, shared })));

describe.each(variants)('two processes that share $shared, on $name', ({ dialect, shared }) => {
  const cleanups: (() => Promise<void>)[] = [];
  let redis: TestRedis | undefined;
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  /** Starts a host with a plugin and returns both the host and the cache of the plugin. */
  async function start(url: string): Promise<{ host: TestHost; cache: Cache }> {
    let cache: Cache | undefined;
    const plugin = definePlugin({
      name: 'acme',
      version: '1.0.0',
      setup(context) {
        cache = context.cache;
        context.rest.route('acme/v1', {
          method: 'GET',
          path: '/limited',
          summary: 'Answer a few times',
          permission: 'public',
          rateLimit: { max: 5, window: '1m', by: 'ip' },
          handler: () => ({ ok: true }),
        });
      },
    });
    const host = await createTestHost({ database: url, plugins: [plugin], processes: 2, redis: redis?.url ?? '' });
    cleanups.push(host.close);
    return { host, cache: cache ?? expect.unreachable() };
  }

  async function startTwo() {
    const { url, drop } = await migratedDatabase(dialect);
    cleanups.push(drop);
    if (shared === 'Redis') {
      redis = testRedis();
      cleanups.push(redis.close);
    }
    return [await start(url), await start(url)] as const;
  }

  it.skipIf(shared === 'Redis' && !inject('services').includes('redis'))(
    'apply cache invalidations and session revocations of each other',
    async () => {
      const [first, second] = await startTwo();
      await second.cache.set('menu', 'old', { ttl: HOUR, tags: ['pages'] });
      await first.cache.invalidate(['pages']);
      await vi.waitFor(async () => expect(await second.cache.get('menu')).toBeUndefined(), SOON);

      const user = await first.host.createUser('editor');
      const { token } = await first.host.sessions.create({ userId: user.id });
      const address = await second.host.listen();
      const me = async (): Promise<number> => {
        const headers = { Cookie: `cms_session=${token}` };
        return (await fetch(`${address}/admin/`, { headers, redirect: 'manual' })).status;
      };
      expect(await me()).toBe(200);
      await first.host.sessions.revoke(token);
      await vi.waitFor(async () => expect(await me()).not.toBe(200), SOON);
    },
  );

  it.skipIf(shared === 'Redis' && !inject('services').includes('redis'))(
    'share the count of calls and failed logins',
    async () => {
      const hosts = await startTwo();
      const addresses = await Promise.all(hosts.map(({ host }) => host.listen()));
      const calls = await Promise.all(
        Array.from({ length: 20 }, (_, call) => fetch(`${addresses[call % 2]}/api/acme/v1/limited`)),
      );
      expect(calls.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(calls.filter(({ status }) => status === 429)).toHaveLength(15);

      const { login } = await hosts[0].host.createUser('editor');
      const attempts: number[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        attempts.push(await logInWrongly(addresses[attempt % 2] ?? '', login));
      }
      expect(attempts).toEqual([401, 401, 401, 401, 401, 429, 429]);
    },
  );
});

/** @returns the response status of the login form for a wrong password */
async function logInWrongly(address: string, login: string): Promise<number> {
  const page = `${address}/admin/login`;
  const [, nonce = ''] = /name="nonce" value="([^"]+)"/.exec(await (await fetch(page)).text()) ?? [];
  const response = await fetch(page, {
    method: 'POST',
    headers: { Origin: 'http://localhost:8080' },
    body: new URLSearchParams({ nonce, login, password: 'wrong' }),
  });
  return response.status;
}
