import { HostError } from '../../errors.js';
import type { CallLog } from './call-log.js';
import type { Consumption, Limit } from './rate-limiter.js';

/** A key's calls as the store found or left them. */
export interface CountedCalls {
  readonly allowed: boolean;
  /** Calls in the window, this one included if it was allowed. */
  readonly size: number;
  /** The time of the call with whose end more is available: the oldest, or for a refusal the last one in the way. */
  readonly at: number;
  /** Now, by the same clock. */
  readonly time: number;
}

/** What is told about a call. */
export function toConsumption({ allowed, size, at, time }: CountedCalls, { max, windowMs }: Limit): Consumption {
  const remaining = Math.max(0, max - size);
  const wait = at + windowMs - time;
  if (!allowed) return { allowed, limit: max, remaining, resetMs: wait, retryAfterMs: wait };
  // Something left: the quota is whole when the call just made is out of the window. Nothing left: when the oldest is.
  return { allowed, limit: max, remaining, resetMs: remaining > 0 ? windowMs : wait, retryAfterMs: 0 };
}

/** Adds a call to a log from which all outside the window have been forgotten, if there is room for it. */
export function countCall(log: CallLog, { max }: Limit, cost: number, time: number): CountedCalls {
  const missing = log.size + cost - max;
  const allowed = missing <= 0;
  if (allowed) log.add(time, cost);
  return { allowed, size: log.size, at: log.at(allowed ? 0 : missing - 1), time };
}

/** @throws HostError `rate_limit_cost_invalid` */
export function assertCost(cost: number, { max }: Limit): void {
  if (Number.isInteger(cost) && cost >= 1 && cost <= max) return;
  throw new HostError('rate_limit_cost_invalid', `A call costs a whole number from 1 to the limit of ${max}.`, {
    cost,
  });
}
