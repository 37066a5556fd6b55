import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Consumption, Limit, RateLimiter } from '../../../src/core/services/rate-limit/rate-limiter.js';

/** Empty store and its clock in milliseconds. */
export interface LimiterUnderTest {
  readonly limiter: RateLimiter;
  readonly advance: (ms: number) => void | Promise<void>;
}

const LIMIT: Limit = { max: 3, windowMs: 60_000 };

/**
 * Defines the contract of every rate limiter store.
 * @param runs number of runs of the comparison with a model
 */
export function rateLimiterContract(
  name: string,
  create: () => Promise<LimiterUnderTest> | LimiterUnderTest,
  { runs = 100 }: { readonly runs?: number } = {},
): void {
  describe(`rate limiter: ${name}`, () => {
    it('allows max calls in the window and rejects the next', async () => {
      const { limiter } = await create();
      const remaining: number[] = [];
      for (let call = 0; call < 3; call += 1) remaining.push((await limiter.consume('a', LIMIT)).remaining);
      expect(remaining).toEqual([2, 1, 0]);
      expect(await limiter.consume('a', LIMIT)).toEqual({
        allowed: false,
        limit: 3,
        remaining: 0,
        resetMs: 60_000,
        retryAfterMs: 60_000,
      });
    });

    it('slides: a call is released exactly one window after it was made', async () => {
      const { limiter, advance } = await create();
      await limiter.consume('a', LIMIT);
      await advance(20_000);
      await limiter.consume('a', LIMIT, 2);
      await advance(39_999);
      expect(await limiter.consume('a', LIMIT)).toMatchObject({ allowed: false, retryAfterMs: 1 });
      await advance(1);
      expect(await limiter.consume('a', LIMIT)).toMatchObject({ allowed: true, remaining: 0, resetMs: 20_000 });
      expect(await limiter.consume('a', LIMIT)).toMatchObject({ allowed: false, retryAfterMs: 20_000 });
    });

    it('does not allow two quotas around the end of a window', async () => {
      const { limiter, advance } = await create();
      await advance(59_000);
      await limiter.consume('a', LIMIT, 3);
      await advance(2_000);
      expect(await limiter.consume('a', LIMIT)).toMatchObject({ allowed: false });
    });

    it('does not count rejected calls', async () => {
      const { limiter, advance } = await create();
      await limiter.consume('a', LIMIT, 3);
      for (let call = 0; call < 10; call += 1) {
        await advance(5_000);
        await limiter.consume('a', LIMIT);
      }
      await advance(10_000);
      expect(await limiter.consume('a', LIMIT, 3)).toMatchObject({ allowed: true });
    });

    it('consumes the whole cost or nothing', async () => {
      const { limiter } = await create();
      expect(await limiter.consume('a', LIMIT, 2)).toMatchObject({ allowed: true, remaining: 1 });
      expect(await limiter.consume('a', LIMIT, 2)).toMatchObject({ allowed: false, remaining: 1 });
      expect(await limiter.consume('a', LIMIT, 1)).toMatchObject({ allowed: true, remaining: 0 });
    });

    it.each([0, -1, 1.5, 4, Number.NaN])('rejects the cost %s, which could never be met', async (cost) => {
      const { limiter } = await create();
      const consume = async () => limiter.consume('a', LIMIT, cost);
      await expect(consume()).rejects.toMatchObject({ code: 'rate_limit_cost_invalid' });
    });

    it('refunds calls, newest first', async () => {
      const { limiter, advance } = await create();
      await limiter.consume('a', LIMIT);
      await advance(10_000);
      await limiter.consume('a', LIMIT, 2);
      await limiter.refund('a', LIMIT);
      expect(await limiter.consume('a', LIMIT)).toMatchObject({ allowed: true, remaining: 0, resetMs: 50_000 });
      await limiter.refund('a', LIMIT, 2);
      await limiter.refund('unknown', LIMIT);
      expect(await limiter.consume('a', LIMIT)).toMatchObject({ allowed: true, remaining: 1 });
    });

    it('counts each key separately', async () => {
      const { limiter } = await create();
      await limiter.consume('a', LIMIT, 3);
      expect(await limiter.consume('b', LIMIT)).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('allows exactly max of many concurrent calls', async () => {
      const { limiter } = await create();
      const calls = await Promise.all(Array.from({ length: 20 }, async () => limiter.consume('a', LIMIT)));
      expect(calls.filter(({ allowed }) => allowed)).toHaveLength(3);
    });

    it('matches a model that counts the list of all calls', async () => {
      const step = fc.record({
        key: fc.constantFrom('a', 'b'),
        wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 }), fc.constant(100)),
        cost: fc.integer({ min: 1, max: 4 }),
        refund: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 4, max: 9 }), fc.array(step, { maxLength: 60 }), async (max, steps) => {
          const limit = { max, windowMs: 100 };
          const { limiter, advance } = await create();
          const model = createModel(limit);
          for (const { key, wait, cost, refund } of steps) {
            await advance(wait);
            model.advance(wait);
            expect(await limiter.consume(key, limit, cost)).toEqual(model.consume(key, cost));
            if (!refund) continue;
            await limiter.refund(key, limit);
            model.refund(key);
          }
        }),
        { numRuns: runs },
      );
    });
  });
}

/** Reference model: keeps every allowed call and counts those in the window. */
function createModel({ max, windowMs }: Limit) {
  const calls = new Map<string, number[]>();
  let now = 0;
  const inWindow = (key: string): number[] => (calls.get(key) ?? []).filter((time) => time > now - windowMs);
  return {
    advance(ms: number): void {
      now += ms;
    },
    refund(key: string): void {
      calls.set(key, inWindow(key).slice(0, -1));
    },
    consume(key: string, cost: number): Consumption {
      const before = inWindow(key);
      const allowed = before.length + cost <= max;
      const after = allowed ? [...before, ...Array<number>(cost).fill(now)] : before;
      calls.set(key, after);
      const remaining = max - after.length;
      const freeAt = (count: number): number => (after[count - 1] ?? Number.NaN) + windowMs - now;
      if (!allowed) {
        const wait = freeAt(before.length + cost - max);
        return { allowed, limit: max, remaining, resetMs: wait, retryAfterMs: wait };
      }
      return { allowed, limit: max, remaining, resetMs: freeAt(remaining > 0 ? after.length : 1), retryAfterMs: 0 };
    },
  };
}
