import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createDatabase, type Database } from '../../src/core/database/database.js';
import { CORE_MIGRATIONS } from '../../src/core/host/core-migrations.js';
import { createOutbox } from '../../src/core/outbox/outbox.js';
import { createIdempotencyStore, isClaim } from '../../src/core/rest/idempotency-store.js';
import { createTableJobs } from '../../src/core/services/jobs/table-jobs.js';
import { createJobLeases } from '../../src/core/services/jobs/table-leases.js';
import { createLocks } from '../../src/core/services/locks/locks.js';
import { createDatabaseRateLimiter } from '../../src/core/services/rate-limit/database.js';
import { createSchedules } from '../../src/core/services/schedule/schedules.js';
import { createHooks } from '../../src/hooks/hooks.js';
import '../core/outbox/announced-actions.js';
import { QUICK, settled } from '../core/services/jobs-under-test.js';
import { type MariadbServer, startMariadb } from '../support/mariadb-server.js';
import { findFaketime, type WrongClock, wrongClock } from '../support/wrong-clock.js';

const log = pino({ level: 'silent' });
const LIMIT = { max: 2, windowMs: 60_000 };
const library = inject('services').includes('mariadb') ? await findFaketime() : null;

/** Shared state follows the database clock, which jumps here while the server runs. */
describe.runIf(library !== null)('database clock', { timeout: 120_000 }, () => {
  let clock: WrongClock;
  let server: MariadbServer;
  let db: Database;
  const cleanups: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    clock = await wrongClock(library ?? '');
    cleanups.push(clock.remove);
    server = await startMariadb([], clock);
    cleanups.push(server.close);
    db = createDatabase({ url: server.url });
    cleanups.push(db.close);
    await db.migrateAll(CORE_MIGRATIONS);
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  function openJobs() {
    const jobs = createTableJobs(db, log, QUICK);
    cleanups.push(jobs.close);
    return jobs;
  }

  function openSchedule(jobs: ReturnType<typeof openJobs>, slots: number[]) {
    const schedules = createSchedules({ db, jobs, log, timezone: 'UTC' });
    schedules.add({ name: 'acme_tick', every: 1000, run: async ({ slot }) => slots.push(slot.getTime()) }, 'acme');
    schedules.start();
    cleanups.push(schedules.stop);
    return schedules;
  }

  describe('corrected after running far ahead', () => {
    it('releases the locks of dead holders, and fails living holders with lock_lost', async () => {
      const locks = createLocks(db, log);
      await clock.set('+400d');
      const ahead = await locks.acquire('import');
      await clock.set('+0');
      const next = await locks.acquire('import');
      expect(next?.token).toBeGreaterThan(ahead?.token ?? Number.POSITIVE_INFINITY);
      await expect(ahead?.transaction(async () => 'written')).rejects.toMatchObject({ code: 'lock_lost' });
      await ahead?.release();
      await next?.release();
    });

    it('runs waiting jobs and those of dead workers, and corrects delayed ones', async () => {
      const jobs = openJobs();
      const queue = jobs.define({ name: 'acme_cook', run: async ({ payload }) => payload }, 'acme');
      await clock.set('+400d');
      const queued = await queue.add('taken');
      expect(await createJobLeases(db, QUICK).claim(queued.id)).not.toBeNull();
      const waiting = await queue.add('waiting');
      const delayed = await queue.add('delayed', { delay: 60_000 });
      await clock.set('+0');
      jobs.work();
      for (const { id } of [queued, waiting]) await settled(jobs, id, 'completed');
      const due = (await jobs.get(delayed.id))?.dueAt?.getTime() ?? 0;
      expect(due - (await db.now()).getTime()).toBeLessThanOrEqual(60_000);
    });

    it('delivers announced actions, including those claimed by a dead process', async () => {
      const hooks = createHooks();
      const heard: number[] = [];
      hooks.addAction('acme_ordered', ({ number }) => void heard.push(number));
      const outbox = createOutbox({ db, hooks, log, interval: 50 });
      cleanups.push(outbox.close);
      await clock.set('+400d');
      await db.query
        .insertInto('outbox')
        .values({
          event_id: 'an-event',
          topic: 'acme_ordered',
          payload: '[{"number":1}]',
          state: 'waiting',
          attempts: 1,
          claimed_by: 'somebody dead',
          claimed_until: (await db.now()).getTime() + 30_000,
          due_at: (await db.now()).getTime() + 10_000,
          error: null,
          created_at: (await db.now()).getTime(),
        })
        .execute();
      await clock.set('+0');
      outbox.start();
      await vi.waitFor(() => expect(heard).toEqual([1]), 5000);
    });

    it('runs schedules again from the corrected time', async () => {
      const jobs = openJobs();
      const slots: number[] = [];
      jobs.work();
      const schedules = openSchedule(jobs, slots);
      await vi.waitFor(() => expect(slots.length).toBeGreaterThan(0), 5000);
      await clock.set('+400d');
      await vi.waitFor(() => expect(slots.at(-1)).toBeGreaterThan(Date.now() + 399 * 86_400_000), 35_000);
      await schedules.stop();
      await clock.set('+0');
      const ahead = slots.length;
      openSchedule(openJobs(), slots);
      await vi.waitFor(() => expect(slots.length).toBeGreaterThan(ahead + 2), 10_000);
      expect(slots.at(-1)).toBeLessThanOrEqual((await db.now()).getTime());
    });

    it('frees rate limits, and the idempotency keys of dead requests', async () => {
      const limiter = createDatabaseRateLimiter({ db, log });
      const keys = createIdempotencyStore({ db, leaseMs: 30_000, keepMs: 60_000 });
      await clock.set('+400d');
      await limiter.consume('a', LIMIT, 2);
      expect((await limiter.consume('a', LIMIT)).allowed).toBe(false);
      expect(isClaim(await keys.claim('a key', 'request'))).toBe(true);
      await clock.set('+0');
      expect((await limiter.consume('a', LIMIT)).allowed).toBe(true);
      expect(isClaim(await keys.claim('a key', 'request'))).toBe(true);
    });
  });

  describe('set back by an hour', () => {
    it('keeps locks and limits, and runs no schedule slot twice', async () => {
      const locks = createLocks(db, log);
      const limiter = createDatabaseRateLimiter({ db, log });
      const jobs = openJobs();
      const slots: number[] = [];
      jobs.work();
      openSchedule(jobs, slots);
      const lease = await locks.acquire('import');
      await limiter.consume('a', { ...LIMIT, windowMs: 7_200_000 }, 2);
      await vi.waitFor(() => expect(slots.length).toBeGreaterThan(1), 5000);
      await clock.set('-1h');
      expect(await locks.acquire('import')).toBeNull();
      expect((await limiter.consume('a', { ...LIMIT, windowMs: 7_200_000 })).allowed).toBe(false);
      const before = [...slots];
      await new Promise((resolve) => setTimeout(resolve, 2500));
      expect(slots).toEqual([...new Set(slots)]);
      expect(slots.length - before.length).toBeLessThanOrEqual(1);
      await lease?.release();
    });
  });
});
