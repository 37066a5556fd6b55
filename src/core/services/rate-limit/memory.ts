import { LRUCache } from 'lru-cache';
import { type CallLog, createCallLog } from './call-log.js';
import { assertCost, countCall, toConsumption } from './outcome.js';
import type { Consumption, Limit, RateLimiter } from './rate-limiter.js';

export interface MemoryRateLimiterOptions {
  /** A clock in milliseconds that never goes back; default the process's. */
  readonly now?: () => number;
  /** Keys that are remembered at most. */
  readonly maxKeys?: number;
  /** Calls that are remembered at most, of all keys together; eight bytes each. */
  readonly maxCalls?: number;
}

/** A limiter that answers without waiting. */
export interface MemoryRateLimiter extends RateLimiter {
  consume(key: string, limit: Limit, cost?: number): Consumption;
}

interface Entry {
  readonly log: CallLog;
  /** When the last of its calls leaves the window and nothing is left to remember. */
  endsAt: number;
}

const MAX_KEYS = 200_000;
const MAX_CALLS = 4_000_000;
/** What an entry weighs besides its calls: key, records and links, in units of eight bytes. */
const ENTRY_WEIGHT = 40;
/** Calls between two looks for keys that are idle, more when there are more keys: each costs its share of one look. */
const CALLS_BETWEEN_PURGES = 1000;

/**
 * The limiter of a single process: the exact times of the calls of each key, so the window slides truly.
 *
 * Memory is bounded: beyond `maxKeys` and `maxCalls` the key that was used least recently is forgotten, and with it its
 * count. Keys with something left and keys with nothing left are kept apart, half of the room for each: a flood of new
 * keys only displaces those that have something left anyway. To displace a key that is at its limit, one must bring as
 * many others to theirs as there is room for (100 000 by default, counting their calls as well).
 *
 * There are no timers. Idle keys are removed by later calls, at a constant cost per call.
 */
export function createMemoryRateLimiter({
  now = () => performance.now(),
  maxKeys = MAX_KEYS,
  maxCalls = MAX_CALLS,
}: MemoryRateLimiterOptions = {}): MemoryRateLimiter {
  const maxSize = Math.max(1, Math.floor(maxCalls / 2));
  // Each key weighs at least its share of the room. A `max` of the cache itself would bound the keys as well, but it sets
  // the room for all of them aside at once, which takes longer than the rest of a host's start.
  const share = Math.max(1, Math.floor(maxSize / Math.max(1, Math.floor(maxKeys / 2))));
  const sizeCalculation = ({ log }: Entry): number => Math.max(share, log.capacity + ENTRY_WEIGHT);
  const open = new LRUCache<string, Entry>({ maxSize, sizeCalculation });
  const exhausted = new LRUCache<string, Entry>({ maxSize, sizeCalculation });
  let callsSincePurge = 0;

  function find(key: string): Entry | undefined {
    return exhausted.get(key) ?? open.get(key);
  }

  /** Puts the entry where it belongs now and marks it as used. */
  function keep(key: string, entry: Entry, max: number): void {
    const [home, other] = entry.log.size >= max ? [exhausted, open] : [open, exhausted];
    other.delete(key);
    home.set(key, entry);
  }

  function purge(time: number): void {
    callsSincePurge += 1;
    if (callsSincePurge < CALLS_BETWEEN_PURGES + open.size + exhausted.size) return;
    callsSincePurge = 0;
    for (const entries of [open, exhausted]) {
      const idle = [...entries.entries()].filter(([, { endsAt }]) => endsAt <= time);
      for (const [key] of idle) entries.delete(key);
    }
  }

  return {
    consume(key, limit, cost = 1) {
      assertCost(cost, limit);
      const time = now();
      purge(time);
      const entry = find(key) ?? { log: createCallLog(), endsAt: time };
      entry.log.forget(time - limit.windowMs);
      const counted = countCall(entry.log, limit, cost, time);
      if (counted.allowed) entry.endsAt = time + limit.windowMs;
      keep(key, entry, limit.max);
      return toConsumption(counted, limit);
    },
    refund(key, limit, cost = 1) {
      const entry = find(key);
      if (!entry) return;
      entry.log.removeNewest(cost);
      keep(key, entry, limit.max);
    },
  };
}
