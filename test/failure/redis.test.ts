import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { definePlugin } from '../../src/index.js';
import type { Cache } from '../../src/services.js';
import { createTestHost, type TestHost } from '../../src/testing.js';
import { recordingLog } from '../core/services/bus-contract.js';
import { migratedDatabase, SQLITE } from '../support/databases.js';
import { type RedisServer, redisServer } from '../support/redis.js';

const LIMIT = 20;
const HOUR = 3_600_000;
/** Milliseconds within which every process must know of a change. */
const SOON = 2000;

describe.skipIf(!inject('services').includes('redis'))(
  'two processes with unreliable Redis',
  { timeout: 120_000 },
  () => {
    let server: RedisServer;
    let url: string;
    const cleanups: (() => Promise<void>)[] = [];
    beforeEach(async () => {
      server = await redisServer();
      cleanups.push(server.remove);
      const database = await migratedDatabase(SQLITE);
      cleanups.push(database.drop);
      url = database.url;
    });
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });

    interface Process {
      readonly host: TestHost;
      readonly cache: Cache;
      readonly address: string;
      readonly lines: readonly string[];
      /** Number of changes the process was notified of. */
      readonly changes: () => number;
    }

    async function start(): Promise<Process> {
      const { log, lines } = recordingLog();
      let cache: Cache | undefined;
      let changes = 0;
      const plugin = definePlugin({
        name: 'acme',
        version: '1.0.0',
        setup(context) {
          cache = context.cache;
          context.versions.watch('acme-things', () => {
            changes += 1;
          });
          context.rest.route('acme/v1', {
            method: 'GET',
            path: '/limited',
            summary: 'Answer a few times',
            permission: 'public',
            rateLimit: { max: LIMIT, window: '1h', by: 'ip' },
            handler: () => ({ ok: true }),
          });
          context.rest.route('acme/v1', {
            method: 'GET',
            path: '/cached',
            summary: 'Answer from the cache',
            permission: 'public',
            handler: () =>
              context.cache.remember('answer', { ttl: HOUR, tags: ['answers'] }, async () => ({ ok: true })),
          });
          context.rest.route('acme/v1', {
            method: 'POST',
            path: '/changes',
            summary: 'Change something',
            permission: 'public',
            handler: () =>
              context.db.transaction(async () => {
                await context.versions.bump('acme-things');
                await context.cache.invalidate(['answers']);
                return { ok: true };
              }),
          });
        },
      });
      const options = { database: url, plugins: [plugin], processes: 2, redis: `redis://${server.address}`, log };
      const host = await createTestHost(options);
      cleanups.push(host.close);
      const address = `${await host.listen()}/api/acme/v1`;
      return { host, cache: cache ?? expect.unreachable(), address, lines, changes: () => changes };
    }

    /** Sends requests until `stop`, which returns the number of responses per status. */
    function load(addresses: readonly string[]): { stop(): Promise<Record<string, number>> } {
      const counts: Record<string, number> = {};
      let isOver = false;
      const workers = addresses.map(async (address) => {
        while (!isOver) {
          const { status } = await fetch(address, { method: address.endsWith('changes') ? 'POST' : 'GET' });
          counts[status] = (counts[status] ?? 0) + 1;
          await sleep(5);
        }
      });
      return {
        async stop() {
          isOver = true;
          await Promise.all(workers);
          return counts;
        },
      };
    }

    it('answer at all times while Redis is killed and restarted under load', async () => {
      await server.start();
      const processes = [await start(), await start()];
      const running = load(
        processes.flatMap(({ address }) =>
          ['/cached', '/cached', '/limited', '/changes'].map((path) => address + path),
        ),
      );
      for (let time = 0; time < 3; time += 1) {
        await sleep(400);
        await server.kill();
        await sleep(400);
        await server.start();
      }
      await sleep(1500);
      const counts = await running.stop();
      expect(Object.keys(counts).sort()).toEqual(['200', '429']);
      for (const { lines } of processes) {
        expect(lines.filter((line) => line.startsWith('warn Redis is unreachable')).length).toBeLessThanOrEqual(3);
        expect(lines.filter((line) => line.startsWith('warn Limits are counted by each')).length).toBeLessThanOrEqual(
          3,
        );
        expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
      }
    });

    it('limit requests in each process separately while Redis is away', async () => {
      await server.start();
      const { address } = await start();
      const call = async (): Promise<number> => (await fetch(`${address}/limited`)).status;
      const allowedOf = async (calls: number): Promise<number> =>
        (await Promise.all(Array.from({ length: calls }, call))).filter((status) => status === 200).length;
      expect(await allowedOf(LIMIT + 10)).toBe(LIMIT);
      await server.kill();
      expect(await allowedOf(LIMIT + 10)).toBe(LIMIT);
      expect(await allowedOf(10)).toBe(0);
    });

    it('share changes through the database while Redis is away, and serve nothing outdated later', async () => {
      await server.start();
      const [first, second] = [await start(), await start()];
      const change = () => fetch(`${first.address}/changes`, { method: 'POST' });
      await second.cache.set('menu', 'old', { ttl: HOUR, tags: ['answers'] });
      expect(await first.cache.get('menu')).toBe('old');

      await server.kill();
      await vi.waitFor(() => expect(second.lines.join()).toContain('warn Redis is unreachable'));
      const before = second.changes();
      await change();
      await vi.waitFor(() => expect(second.changes()).toBeGreaterThan(before), SOON);
      expect(await second.cache.get('menu')).toBeUndefined();
      expect(await second.cache.remember('menu', { ttl: HOUR, tags: ['answers'] }, () => 'new')).toBe('new');

      await server.start();
      await vi.waitFor(() => expect(second.lines.join()).toContain('info Redis is back'), 5000);
      await vi.waitFor(async () => {
        await second.cache.set('menu', 'newer', { ttl: HOUR, tags: ['answers'] });
        expect(await first.cache.get('menu')).toBe('newer');
      }, 5000);
      await change();
      await vi.waitFor(async () => expect(await second.cache.get('menu')).toBeUndefined(), SOON);
    });

    it('start without Redis, and use it once it is available', async () => {
      const [first, second] = [await start(), await start()];
      expect((await fetch(`${first.address}/cached`)).status).toBe(200);
      expect(first.lines.join()).toContain('warn Redis is unreachable');
      await server.start();
      await vi.waitFor(async () => {
        await first.cache.set('menu', 'shared', { ttl: HOUR });
        expect(await second.cache.get('menu')).toBe('shared');
      }, 5000);
    });
  },
);
