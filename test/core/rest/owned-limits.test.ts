import { definePlugin } from 'mortise';
import { addressKey, networkKey } from 'mortise/pages';
import type { OwnedLimits } from 'mortise/rest';
import { createTestHost } from 'mortise/testing';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createOwnedLimits } from '../../../src/core/rest/owned-limits.js';
import { createMemoryRateLimiter } from '../../../src/core/services/rate-limit/memory.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { testRedis } from '../../support/redis.js';

/** Creates rate limits of two plugins with a manual clock. */
function limitsAt() {
  const clock = { now: 1_000_000 };
  const limiter = createMemoryRateLimiter({ now: () => clock.now });
  return { clock, limits: createOwnedLimits('acme', limiter), others: createOwnedLimits('acme-other', limiter) };
}

const TWICE = { max: 2, window: '1m' };

describe('plugin rate limit', () => {
  it('allows the given number of calls in a sliding window and reports when the next one is allowed', async () => {
    const { clock, limits } = limitsAt();
    expect(await limits.consume('guess', 'a', TWICE)).toEqual({
      allowed: true,
      remaining: 1,
      retryAfter: 0,
      headers: { 'RateLimit-Policy': '"guess";q=2;w=60', RateLimit: '"guess";r=1;t=60' },
    });
    clock.now += 20_500;
    expect(await limits.consume('guess', 'a', TWICE)).toMatchObject({ allowed: true, remaining: 0, retryAfter: 0 });
    expect(await limits.consume('guess', 'a', TWICE)).toMatchObject({
      allowed: false,
      remaining: 0,
      retryAfter: 40,
      headers: { 'RateLimit-Policy': '"guess";q=2;w=60', 'Retry-After': '40' },
    });
    clock.now += 39_500;
    expect(await limits.consume('guess', 'a', TWICE)).toMatchObject({ allowed: true });
    expect(await limits.consume('guess', 'a', TWICE)).toMatchObject({ allowed: false });
  });

  it('throws the same error as route limits in require and shares its count with consume', async () => {
    const { clock, limits } = limitsAt();
    await limits.require('guess', 'a', TWICE);
    await limits.consume('guess', 'a', TWICE);
    clock.now += 59_500;
    await expect(limits.require('guess', 'a', TWICE)).rejects.toMatchObject({
      code: 'rest_too_many_requests',
      message: 'Too many requests. Wait 1 second, then try again.',
      status: 429,
      data: { limit: 2, retry_after: 1, headers: { 'Retry-After': '1' } },
    });
    clock.now += 500;
    await limits.require('guess', 'a', TWICE);
  });

  it('counts callers, names, windows and plugins separately', async () => {
    const { limits, others } = limitsAt();
    for (let call = 0; call < 3; call += 1) await limits.consume('guess', 'a', TWICE);
    expect((await limits.consume('guess', 'a', TWICE)).allowed).toBe(false);
    expect((await limits.consume('guess', 'b', TWICE)).allowed).toBe(true);
    expect((await limits.consume('vote', 'a', TWICE)).allowed).toBe(true);
    expect((await limits.consume('guess', 'a', { max: 2, window: '1h' })).allowed).toBe(true);
    expect((await others.consume('guess', 'a', TWICE)).allowed).toBe(true);
  });

  it('separates names and callers that contain special characters', async () => {
    const { limits } = limitsAt();
    const once = { max: 1, window: 60_000 };
    expect((await limits.consume('a|b', 'c', once)).allowed).toBe(true);
    expect((await limits.consume('a', 'b|c', once)).allowed).toBe(true);
    expect((await limits.consume('a","b', 'c', once)).allowed).toBe(true);
  });

  it('counts by IP address as the host does, or by network', async () => {
    const { limits } = limitsAt();
    const once = { max: 1, window: '1h' };
    const vote = (address: string) => limits.consume('vote', addressKey(address), once);
    expect((await vote('2001:db8:1:2::1')).allowed).toBe(true);
    expect((await vote('2001:db8:1:2::2')).allowed).toBe(false);
    expect((await vote('192.0.2.1')).allowed).toBe(true);
    expect((await vote('192.0.2.2')).allowed).toBe(true);
    const house = (address: string) => limits.consume('house', networkKey(address), once);
    expect((await house('192.0.2.1')).allowed).toBe(true);
    expect((await house('192.0.2.2')).allowed).toBe(false);
  });

  it.each([
    { max: 0, window: '1m' },
    { max: 1.5, window: '1m' },
    { max: 100_001, window: '1m' },
    { max: 1, window: 'soon' },
    { max: 1, window: '32d' },
    { max: 1, window: 0 },
  ])('rejects %j', async (limit) => {
    const refused = { code: 'limit_invalid', message: expect.stringMatching(/"guess" of "acme": (?:max|window) must/) };
    await expect(limitsAt().limits.consume('guess', 'a', limit)).rejects.toMatchObject(refused);
  });
});

const stores = dialects.flatMap((dialect) =>
  [false, true].map((hasRedis) => ({ dialect, hasRedis, store: hasRedis ? 'Redis' : dialect.name })),
);

describe.each(stores)('two processes that share $store, with $dialect.name', ({ dialect, hasRedis }) => {
  it.skipIf(hasRedis && !inject('services').includes('redis'))('share the count of a plugin', async () => {
    const { url, drop } = await migratedDatabase(dialect);
    onTestFinished(drop);
    const redis = hasRedis ? testRedis() : null;
    if (redis) onTestFinished(redis.close);

    async function start(): Promise<OwnedLimits> {
      let found: OwnedLimits | undefined;
      const plugin = definePlugin({
        name: 'acme',
        version: '1.0.0',
        setup({ limits }) {
          found = limits;
        },
      });
      const host = await createTestHost({ database: url, plugins: [plugin], processes: 2, redis: redis?.url ?? '' });
      onTestFinished(host.close);
      return found ?? expect.unreachable();
    }
    const [first, second] = [await start(), await start()];
    const calls = [first, second, first, second, first].map((limits) =>
      limits.consume('guess', 'a', { ...TWICE, max: 3 }),
    );
    const verdicts = await Promise.all(calls);
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(3);
  });
});
