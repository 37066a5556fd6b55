import { expect, it } from 'vitest';
import { insureRateLimiter } from '../../../../src/core/services/rate-limit/insured.js';
import { createMemoryRateLimiter } from '../../../../src/core/services/rate-limit/memory.js';
import { recordingLog } from '../bus-contract.js';
import { rateLimiterContract } from '../rate-limit-contract.js';

const LIMIT = { max: 3, windowMs: 60_000 };

function insured() {
  const { log, lines } = recordingLog();
  const store = createMemoryRateLimiter();
  const state = { isAway: false };
  const reach = async () => {
    if (state.isAway) throw new Error('away');
    return store;
  };
  const limiter = insureRateLimiter(
    {
      consume: async (...call) => (await reach()).consume(...call),
      refund: async (...call) => (await reach()).refund(...call),
    },
    createMemoryRateLimiter(),
    { log },
  );
  return { limiter, lines, state };
}

rateLimiterContract('insurance, while the store is away', () => {
  const clock = { now: 0 };
  const away = (): never => {
    throw new Error('away');
  };
  return {
    limiter: insureRateLimiter(
      { consume: away, refund: away },
      createMemoryRateLimiter({ now: () => clock.now }),
      recordingLog(),
    ),
    advance: (ms) => {
      clock.now += ms;
    },
  };
});

it('continues counting when the store fails and logs the failure and the recovery once', async () => {
  const { limiter, lines, state } = insured();
  await limiter.consume('a', LIMIT, 2);
  state.isAway = true;
  const away = [1, 2, 3, 4, 5].map(() => limiter.consume('a', LIMIT));
  expect((await Promise.all(away)).filter(({ allowed }) => allowed)).toHaveLength(3);
  await limiter.refund('a', LIMIT);
  expect(lines).toEqual([expect.stringMatching(/^warn Rate limits are counted per process/)]);
  state.isAway = false;
  expect(await limiter.consume('a', LIMIT)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await limiter.consume('a', LIMIT)).toMatchObject({ allowed: false });
  expect(lines.slice(1)).toEqual(['info Rate limits are shared by all processes again']);
});

it('does not treat an invalid cost as an unavailable store', async () => {
  const { limiter, lines } = insured();
  await expect(limiter.consume('a', LIMIT, 4)).rejects.toMatchObject({ code: 'rate_limit_cost_invalid' });
  expect(lines).toEqual([]);
});
