import type { Logger } from 'pino';
import { assertCost } from './outcome.js';
import type { RateLimiter } from './rate-limiter.js';

/**
 * Wraps a shared limiter so that it keeps working while its store is down: `insurance` then counts per process. No
 * call goes uncounted, and no caller is locked out.
 */
export function insureRateLimiter(
  shared: RateLimiter,
  insurance: RateLimiter,
  { log }: { readonly log: Logger },
): RateLimiter {
  let isShared = true;

  async function attempt<T>(work: () => Promise<T> | T, instead: () => Promise<T> | T): Promise<T> {
    try {
      const result = await work();
      if (!isShared) log.info('Rate limits are shared by all processes again');
      isShared = true;
      return result;
    } catch (error) {
      if (isShared) log.warn({ err: error }, 'Rate limits are counted per process until their store is back');
      isShared = false;
      return instead();
    }
  }

  return {
    async consume(key, limit, cost = 1) {
      assertCost(cost, limit);
      return attempt(
        () => shared.consume(key, limit, cost),
        () => insurance.consume(key, limit, cost),
      );
    },
    refund: (key, limit, cost) =>
      attempt(
        () => shared.refund(key, limit, cost),
        () => insurance.refund(key, limit, cost),
      ),
  };
}
