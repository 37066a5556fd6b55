import { HostError } from '../../errors.js';
import type { CallLog } from './call-log.js';
import type { Consumption, Limit } from './rate-limiter.js';

/** Calls of a key as read from or written to the store. */
export interface CountedCalls {
  readonly allowed: boolean;
  /** Calls in the window, including this one if it was allowed. */
  readonly size: number;
  /** Time of the call that frees capacity when it expires: the oldest, or for a refusal the last one in the way. */
  readonly at: number;
  /** Current time by the same clock. */
  readonly time: number;
}

/** Converts a count to the result reported to the caller. */
export function toConsumption({ allowed, size, at, time }: CountedCalls, { max, windowMs }: Limit): Consumption {
  const remaining = Math.max(0, max - size);
  // Subtracts the times first: `at + windowMs - time` can exceed the window by a rounding error.
  const wait = windowMs - (time - at);
  if (!allowed) return { allowed, limit: max, remaining, resetMs: wait, retryAfterMs: wait };
  // With calls remaining, the quota resets when this call leaves the window; otherwise when the oldest does.
  return { allowed, limit: max, remaining, resetMs: remaining > 0 ? windowMs : wait, retryAfterMs: 0 };
}

/** Adds a call to a log if there is room. Calls outside the window must have been removed. */
export function countCall(log: CallLog, { max }: Limit, cost: number, time: number): CountedCalls {
  const missing = log.size + cost - max;
  const allowed = missing <= 0;
  if (allowed) log.add(time, cost);
  return { allowed, size: log.size, at: log.at(allowed ? 0 : missing - 1), time };
}

/** @throws HostError `rate_limit_cost_invalid` */
export function assertCost(cost: number, { max }: Limit): void {
  if (Number.isInteger(cost) && cost >= 1 && cost <= max) return;
  throw new HostError(
    'rate_limit_cost_invalid',
    `The cost of a call must be a whole number from 1 to the limit of ${max}.`,
    {
      cost,
    },
  );
}
