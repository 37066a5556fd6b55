import { LRUCache } from 'lru-cache';
import { type CallLog, createCallLog } from './call-log.js';
import { assertCost, countCall, toConsumption } from './outcome.js';
import type { Consumption, Limit, RateLimiter } from './rate-limiter.js';

export interface MemoryRateLimiterOptions {
  /** Monotonic clock in milliseconds. @default the process clock */
  readonly now?: () => number;
  /** Maximum number of keys. @default 200_000 */
  readonly maxKeys?: number;
  /** Maximum number of calls stored across all keys, eight bytes each. @default 4_000_000 */
  readonly maxCalls?: number;
}

/** Limiter with a synchronous `consume`. */
export interface MemoryRateLimiter extends RateLimiter {
  consume(key: string, limit: Limit, cost?: number): Consumption;
}

interface Entry {
  readonly log: CallLog;
  /** Time when the last of its calls leaves the window and the entry can be dropped. */
  endsAt: number;
}

const MAX_KEYS = 200_000;
const MAX_CALLS = 4_000_000;
/** Overhead of an entry (key, objects, links), in units of eight bytes. */
const ENTRY_WEIGHT = 40;
/**
 * Minimum number of calls between two purges of idle keys. Grows with the number of keys, so the cost per call is
 * constant.
 */
const CALLS_BETWEEN_PURGES = 1000;

/**
 * Creates a limiter for a single process. It stores the exact times of each key's calls, so the window truly slides.
 *
 * Memory is bounded: beyond `maxKeys` and `maxCalls`, the least recently used key is dropped along with its count.
 * Keys with and without remaining calls are stored separately, with half of the space each, so a flood of new keys
 * only displaces keys with remaining calls. To displace a key at its limit, an attacker must exhaust as many other
 * keys as fit (100 000 by default, counting their calls as well).
 *
 * There are no timers. Idle keys are removed by later calls, at a constant cost per call.
 */
export function createMemoryRateLimiter({
  now = () => performance.now(),
  maxKeys = MAX_KEYS,
  maxCalls = MAX_CALLS,
}: MemoryRateLimiterOptions = {}): MemoryRateLimiter {
  const maxSize = Math.max(1, Math.floor(maxCalls / 2));
  // Each key takes at least its share of the space. The cache's own `max` would also bound the keys, but it allocates
  // everything up front, which takes longer than the rest of a host's startup.
  const share = Math.max(1, Math.floor(maxSize / Math.max(1, Math.floor(maxKeys / 2))));
  const sizeCalculation = ({ log }: Entry): number => Math.max(share, log.capacity + ENTRY_WEIGHT);
  const open = new LRUCache<string, Entry>({ maxSize, sizeCalculation });
  const exhausted = new LRUCache<string, Entry>({ maxSize, sizeCalculation });
  let callsSincePurge = 0;

  function find(key: string): Entry | undefined {
    return exhausted.get(key) ?? open.get(key);
  }

  /** Moves the entry to its cache and marks it as used. */
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
