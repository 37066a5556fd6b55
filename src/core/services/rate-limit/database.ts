import type { Logger } from 'pino';
import { secretDigest } from '../../crypto/secret-digest.js';
import type { Database } from '../../database/database.js';
import { type CallLog, createCallLog } from './call-log.js';
import { assertCost, countCall, toConsumption } from './outcome.js';
import type { RateLimiter } from './rate-limiter.js';
import './tables.js';

export interface DatabaseRateLimiterOptions {
  readonly db: Database;
  readonly log: Logger;
  /** Clock in milliseconds. @default the database clock, which all processes share */
  readonly now?: () => number;
}

/** Milliseconds between two cleanups of expired rows. */
const SWEEP_INTERVAL = 5 * 60_000;

const SWEEP_ROWS = 1000;

/**
 * Creates a limiter for several processes that share only a database: one row per key, locked while a call is
 * counted. A refused call only reads, so that a flood causes no writes.
 *
 * Calls are counted outside the caller's transaction, since a rollback must not refund them.
 */
export function createDatabaseRateLimiter({ db, log, now }: DatabaseRateLimiterOptions): RateLimiter {
  let sweptAt = performance.now();

  async function read(
    keyHash: string,
    windowMs: number,
    forChange: boolean,
  ): Promise<{ calls: CallLog; time: number }> {
    const query = db.query
      .selectFrom('rate_limits')
      .select(['calls', db.clock.as('time')])
      .where('key_hash', '=', keyHash);
    const row = await (forChange ? query.forUpdate() : query).executeTakeFirst();
    const calls = row ? readCalls(row.calls) : createCallLog();
    const clock = now?.() ?? Number(row?.time ?? 0);
    const newest = calls.size > 0 ? calls.at(calls.size - 1) : 0;
    // A clock that was far ahead must not lock out callers for as long.
    if (newest > clock + windowMs) return { calls: createCallLog(), time: clock };
    // Another server, or its clock set back, must not make calls appear younger than they are.
    return { calls, time: Math.max(clock, newest) };
  }

  async function write(keyHash: string, calls: CallLog, endsAt: number, windowMs: number): Promise<void> {
    await db.query
      .updateTable('rate_limits')
      .set({ calls: writeCalls(calls, windowMs), ends_at: endsAt })
      .where('key_hash', '=', keyHash)
      .execute();
  }

  async function sweep(): Promise<void> {
    const time = performance.now();
    if (time - sweptAt < SWEEP_INTERVAL) return;
    sweptAt = time;
    try {
      const old = await db.query
        .selectFrom('rate_limits')
        .select('key_hash')
        .where('ends_at', '<', db.clock)
        .limit(SWEEP_ROWS)
        .execute();
      const keys = old.map((row) => row.key_hash);
      if (keys.length > 0) {
        await db.query
          .deleteFrom('rate_limits')
          .where('key_hash', 'in', keys)
          .where('ends_at', '<', db.clock)
          .execute();
      }
      // There may be more.
      if (keys.length === SWEEP_ROWS) sweptAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      log.warn({ err: error }, 'Old rate limit counters could not be deleted');
    }
  }

  return {
    consume(key, limit, cost = 1) {
      assertCost(cost, limit);
      const keyHash = secretDigest(key);
      return db.apart(async () => {
        await sweep();
        const { calls, time } = await read(keyHash, limit.windowMs, false);
        calls.forget(time - limit.windowMs);
        if (calls.size + cost > limit.max) return toConsumption(countCall(calls, limit, cost, time), limit);
        return db.transaction(async () => {
          const none = { key_hash: keyHash, calls: '', ends_at: 0 };
          await db.upsert('rate_limits', none, ['key_hash'], {});
          const { calls, time } = await read(keyHash, limit.windowMs, true);
          calls.forget(time - limit.windowMs);
          const counted = countCall(calls, limit, cost, time);
          if (counted.allowed) await write(keyHash, calls, time + limit.windowMs, limit.windowMs);
          return toConsumption(counted, limit);
        });
      });
    },
    refund(key, { windowMs }, cost = 1) {
      const keyHash = secretDigest(key);
      return db.apart(() =>
        db.transaction(async () => {
          const { calls, time } = await read(keyHash, windowMs, true);
          if (calls.size === 0) return;
          calls.removeNewest(cost);
          await write(keyHash, calls, time + windowMs, windowMs);
        }),
      );
    },
  };
}

/** Maximum number of distinct timestamps stored; beyond it they are rounded. */
const MAX_TIMES = 1000;

/**
 * Serializes a log: the first timestamp, then for each further one the milliseconds since the previous one, in base
 * 36. `*` and a number after a timestamp is the number of its calls. A very large log is rounded up to a thousandth
 * of the window. This keeps the text short, and calls count slightly longer, never shorter.
 */
export function writeCalls(log: CallLog, windowMs: number): string {
  const exact = group(log, 1);
  const groups = exact.length > MAX_TIMES ? group(log, Math.ceil(windowMs / MAX_TIMES)) : exact;
  let before = 0;
  return groups
    .map(({ time, count }) => {
      const text = (time - before).toString(36) + (count > 1 ? `*${count.toString(36)}` : '');
      before = time;
      return text;
    })
    .join(' ');
}

/** Parses the output of {@link writeCalls}. */
export function readCalls(text: string): CallLog {
  const log = createCallLog();
  let time = 0;
  for (const part of text === '' ? [] : text.split(' ')) {
    const [step = '', count = '1'] = part.split('*');
    time += Number.parseInt(step, 36);
    log.add(time, Number.parseInt(count, 36));
  }
  return log;
}

function group(log: CallLog, step: number): { time: number; count: number }[] {
  const groups: { time: number; count: number }[] = [];
  for (let index = 0; index < log.size; index += 1) {
    const time = Math.ceil(log.at(index) / step) * step;
    const last = groups.at(-1);
    if (last?.time === time) last.count += 1;
    else groups.push({ time, count: 1 });
  }
  return groups;
}
