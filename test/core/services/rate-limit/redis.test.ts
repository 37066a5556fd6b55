import { pino } from 'pino';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createRedisRateLimiter } from '../../../../src/core/services/rate-limit/redis.js';
import { type TestRedis, testRedis } from '../../../support/redis.js';
import { rateLimiterContract } from '../rate-limit-contract.js';

const log = pino({ level: 'silent' });

describe.skipIf(!inject('services').includes('redis'))('on Redis', () => {
  const places: TestRedis[] = [];
  afterEach(async () => {
    for (const place of places.splice(0)) await place.close();
  });

  async function connect() {
    const place = testRedis();
    places.push(place);
    return { place, redis: await place.connect(log) };
  }

  let connection: ReturnType<typeof connect> | undefined;
  afterEach(() => {
    connection = undefined;
  });

  rateLimiterContract('redis', async () => {
    connection ??= connect();
    const { redis } = await connection;
    const clock = { now: 0 };
    const run = crypto.randomUUID();
    const limiter = createRedisRateLimiter(
      { ...redis, key: (name) => redis.key(`${run}${name}`) },
      { now: () => clock.now },
    );
    return {
      limiter,
      advance: (ms) => {
        clock.now += ms;
      },
    };
  });

  it('uses the clock of the server for all connections', async () => {
    const { place, redis } = await connect();
    const limit = { max: 3, windowMs: 60_000 };
    const limiters = [redis, await place.connect(log), await place.connect(log)].map((each) =>
      createRedisRateLimiter(each),
    );
    const calls = await Promise.all(
      Array.from({ length: 30 }, (_, call) => limiters[call % 3]?.consume('a', limit, 1)),
    );
    expect(calls.filter((call) => call?.allowed)).toHaveLength(3);
    const refused = await limiters[0]?.consume('a', limit);
    expect(refused?.retryAfterMs).toBeGreaterThan(50_000);
    expect(refused?.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it('does not lock out keys when a clock that was far ahead is corrected', async () => {
    const { redis } = await connect();
    const clock = { now: 400 * 86_400_000 };
    const limiter = createRedisRateLimiter(redis, { now: () => clock.now });
    const limit = { max: 2, windowMs: 60_000 };
    await limiter.consume('a', limit, 2);
    clock.now -= 30_000;
    expect((await limiter.consume('a', limit)).allowed).toBe(false);
    clock.now = 0;
    expect((await limiter.consume('a', limit)).allowed).toBe(true);
  });

  it('expires keys soon after their window', async () => {
    const { redis } = await connect();
    await createRedisRateLimiter(redis).consume('a', { max: 3, windowMs: 60_000 });
    const left = await redis.run((client) => client.pttl(redis.key('limit:a')));
    expect(left).toBeGreaterThan(60_000);
    expect(left).toBeLessThanOrEqual(65_000);
  });

  it('recovers when the server has lost the script', async () => {
    const { redis } = await connect();
    const limiter = createRedisRateLimiter({
      ...redis,
      run: (command) =>
        redis.run((client) =>
          command(
            new Proxy(client, {
              get: (target, name) =>
                name === 'evalsha' ? () => target.evalsha('0'.repeat(40), 0) : Reflect.get(target, name).bind(target),
            }),
          ),
        ),
    });
    expect(await limiter.consume('a', { max: 1, windowMs: 1000 })).toMatchObject({ allowed: true });
  });
});
