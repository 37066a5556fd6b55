import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, type Database } from '../../../../src/core/database/database.js';
import { createDatabaseRateLimiter } from '../../../../src/core/services/rate-limit/database.js';
import { insureRateLimiter } from '../../../../src/core/services/rate-limit/insured.js';
import { createMemoryRateLimiter } from '../../../../src/core/services/rate-limit/memory.js';
import type { RateLimiter } from '../../../../src/core/services/rate-limit/rate-limiter.js';
import { rateLimitMigrations } from '../../../../src/core/services/rate-limit/tables.js';
import { describeDatabases, dialects, migratedDatabase } from '../../../support/databases.js';
import { type LimiterUnderTest, rateLimiterContract } from '../rate-limit-contract.js';

const log = pino({ level: 'silent' });
const LIMIT = { max: 3, windowMs: 60_000 };

describeDatabases('rate limits', (open) => {
  describe('contract', () => {
    let opened: { readonly test: string | undefined; readonly db: Promise<Database> } | undefined;
    const create = async (): Promise<LimiterUnderTest> => {
      // One database for all runs of a property. Keys separate the runs.
      const test = expect.getState().currentTestName;
      if (!opened || opened.test !== test) opened = { test, db: open() };
      const clock = { now: 0 };
      const limiter = createDatabaseRateLimiter({ db: await opened.db, log, now: () => clock.now });
      const run = crypto.randomUUID();
      return {
        limiter: {
          consume: (key, limit, cost) => limiter.consume(run + key, limit, cost),
          refund: (key, limit, cost) => limiter.refund(run + key, limit, cost),
        },
        advance: (ms) => {
          clock.now += ms;
        },
      };
    };
    rateLimiterContract('database', create, { runs: 30 });
  });

  it('use the clock of the database', async () => {
    const limiter = createDatabaseRateLimiter({ db: await open(), log });
    await limiter.consume('a', LIMIT, 3);
    const { allowed, retryAfterMs } = await limiter.consume('a', LIMIT);
    expect(allowed).toBe(false);
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it('write nothing for a rejected call', async () => {
    const db = await open();
    const limiter = createDatabaseRateLimiter({ db, log });
    await limiter.consume('a', LIMIT, 3);
    const before = await db.query.selectFrom('rate_limits').selectAll().execute();
    for (let call = 0; call < 5; call += 1) await limiter.consume('a', LIMIT);
    expect(await db.query.selectFrom('rate_limits').selectAll().execute()).toEqual(before);
  });

  it('store no readable key', async () => {
    const db = await open();
    await createDatabaseRateLimiter({ db, log }).consume('login|192.0.2.7|augusta.ada.king', LIMIT);
    const rows = await db.query.selectFrom('rate_limits').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.7|augusta|king|login\|/);
  });

  it('delete only expired rows', async () => {
    const db = await open();
    const limiter = createDatabaseRateLimiter({ db, log });
    await limiter.consume('old', { max: 1, windowMs: 1 });
    await limiter.consume('new', LIMIT);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 6 * 60_000);
    await vi.waitFor(async () => {
      expect(
        await db.query.selectFrom('rate_limits').select(db.clock.as('now')).where('ends_at', '<', db.clock).execute(),
      ).toHaveLength(1);
    });
    await limiter.consume('new', LIMIT);
    vi.restoreAllMocks();
    expect(await db.query.selectFrom('rate_limits').selectAll().execute()).toHaveLength(1);
    expect(await limiter.consume('new', LIMIT)).toMatchObject({ remaining: 0 });
  });
});

/** Consumes within a transaction that is rolled back. */
async function consumeInVain(db: Database, limiter: RateLimiter): Promise<void> {
  const undone = db.transaction(async () => {
    await limiter.consume('a', LIMIT);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
}

describe.each(dialects)('several processes on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function openProcesses(count: number): Promise<Database[]> {
    const { url, drop } = await migratedDatabase(dialect);
    cleanups.push(drop);
    const databases = Array.from({ length: count }, () => createDatabase({ url }));
    for (const db of databases) {
      cleanups.push(db.close);
      await db.migrate('rate_limits', rateLimitMigrations);
    }
    return databases;
  }

  it('allow exactly max of concurrent calls', async () => {
    const limiters = (await openProcesses(3)).map((db) => createDatabaseRateLimiter({ db, log }));
    const limit = { max: 25, windowMs: 60_000 };
    const calls = await Promise.all(
      Array.from({ length: 60 }, async (_, call) => limiters[call % 3]?.consume('a', limit)),
    );
    expect(calls.filter((call) => call?.allowed)).toHaveLength(25);
  });

  it('count a call within a rolled back transaction without waiting for it', async () => {
    const [db = expect.unreachable()] = await openProcesses(1);
    const shared = createDatabaseRateLimiter({ db, log });
    const limiter = insureRateLimiter(shared, createMemoryRateLimiter(), { log });
    await consumeInVain(db, limiter);
    await consumeInVain(db, limiter);
    // On databases with a single writer, this process counts calls within a transaction.
    const isApart = dialect.name === 'mariadb';
    expect(await db.query.selectFrom('rate_limits').selectAll().execute()).toHaveLength(isApart ? 1 : 0);
    const next = async () => limiter.consume('a', LIMIT);
    expect(await (isApart ? next() : db.transaction(next))).toMatchObject({ allowed: true, remaining: 0 });
  });
});
