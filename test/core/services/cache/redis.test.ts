import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { createRedisCacheStore } from '../../../../src/core/services/cache/redis.js';
import { type RedisServer, redisServer, type TestRedis, testRedis } from '../../../support/redis.js';
import { recordingLog } from '../bus-contract.js';
import { cacheContract, describeCaches } from '../cache-contract.js';

const HOUR = 3_600_000;
const VALUE = { version: 3, tags: ['t'], text: '{"a":1}' };

describe.skipIf(!inject('services').includes('redis'))('on Redis', () => {
  const { log, lines } = recordingLog();
  let place: TestRedis | undefined;
  let server: RedisServer | undefined;
  afterEach(async () => {
    await server?.start();
    await place?.close();
    await server?.remove();
    place = undefined;
    server = undefined;
    lines.length = 0;
  });

  async function connect() {
    place ??= testRedis(server?.address);
    return place.connect(log);
  }
  const openStore = async () => createRedisCacheStore(await connect());

  cacheContract('redis', openStore);

  it('shares values and their TTL between processes', async () => {
    const [first, second] = [await openStore(), await openStore()];
    await first.set('a', VALUE, HOUR);
    expect(await second.get('a')).toEqual(VALUE);
    const redis = await connect();
    const left = await redis.run((client) => client.pttl(redis.key('cache:a')));
    expect(left).toBeGreaterThan(HOUR - 60_000);
    expect(left).toBeLessThanOrEqual(HOUR);
  });

  it.each(['', 'garbage', '\n', 'x y\n{}', '-1 \n{}', '99999999999999999999 \n{}'])(
    'treats %j as missing, because it was not written by the cache',
    async (text) => {
      const redis = await connect();
      await redis.run((client) => client.set(redis.key('cache:a'), text));
      expect(await createRedisCacheStore(redis).get('a')).toBeNull();
    },
  );

  it('reads and stores no values while the server is down and logs it once', async () => {
    server = await redisServer();
    await server.start();
    const store = await openStore();
    await store.set('a', VALUE, HOUR);
    await server.kill();
    for (let call = 0; call < 20; call += 1) {
      expect(await store.get('a')).toBeNull();
      await store.set('a', VALUE, HOUR);
    }
    await vi.waitFor(() => expect(lines[0]).toContain('warn Redis is unreachable'));
    expect(await store.get('a')).toBeNull();
    expect(lines).toHaveLength(1);
  });

  describeCaches('what was invalidated while the server was away', openStore, (open) => {
    it('is missing after the reconnect, although Redis still has the value', async () => {
      server = await redisServer();
      await server.start();
      const [first, second] = [await open(), await open()];
      await first.cache.set('a', 'old', { ttl: HOUR, tags: ['menu'] });
      expect(await second.cache.get('a')).toBe('old');
      // A frozen server is unreachable but loses no data.
      server.freeze();
      await second.cache.invalidate(['menu']);
      expect(await first.cache.get('a')).toBeUndefined();
      expect(await first.cache.remember('a', { ttl: HOUR }, () => 'computed')).toBe('computed');
      server.thaw();
      await first.versions.poll();
      const redis = await connect();
      expect(await redis.run((client) => client.get(redis.key('cache:a')))).toContain('old');
      expect(await first.cache.get('a')).toBeUndefined();
      expect(await second.cache.get('a')).toBeUndefined();
    });
  });
});
