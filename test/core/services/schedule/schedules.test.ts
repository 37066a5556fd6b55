import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../../../src/core/database/database.js';
import type { JobsService } from '../../../../src/core/services/jobs/jobs.js';
import { createTableJobs } from '../../../../src/core/services/jobs/table-jobs.js';
import { type ScheduleDefinition, scheduled } from '../../../../src/core/services/schedule/schedule.js';
import { createSchedules } from '../../../../src/core/services/schedule/schedules.js';
import { describeDatabases } from '../../../support/databases.js';
import { QUICK } from '../jobs-under-test.js';

const log = pino({ level: 'silent' });
const HOUR = 3_600_000;
const DAILY = { name: 'acme_daily', every: 24 * HOUR } as const;
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function process(db: Database) {
  const jobs = createTableJobs(db, log, QUICK);
  const schedules = createSchedules({ db, jobs, log, timezone: 'UTC' });
  cleanups.push(jobs.close, schedules.stop);
  return { jobs, schedules };
}

const lastSlot = async (db: Database, name: string): Promise<number> =>
  Number((await db.query.selectFrom('schedules').select('slot').where('name', '=', name).executeTakeFirst())?.slot);

/** Simulates a pause of all processes by moving the stored slots into the past. */
async function sleptFor(db: Database, ms: number): Promise<void> {
  await db.query
    .updateTable('schedules')
    .set((eb) => ({ slot: eb('slot', '-', ms) }))
    .execute();
}

const payloads = async (jobs: JobsService) => (await jobs.list({ perPage: 100 })).jobs.map(({ payload }) => payload);

describeDatabases('schedule', (open) => {
  const nothing = async () => undefined;

  /** Starts a process that registers the schedule for the first time, and stops it. */
  async function introduce(db: Database, definition: ScheduleDefinition): Promise<void> {
    const { schedules } = process(db);
    schedules.add(definition, 'acme');
    schedules.start();
    await vi.waitFor(async () => expect(await lastSlot(db, definition.name)).toBeGreaterThan(0));
    await schedules.stop();
  }

  it('runs each slot once across several processes and passes the slot', async () => {
    const db = await open();
    const slots: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { jobs, schedules } = process(db);
      schedules.add({ name: 'acme_tick', every: 1_000, run: async ({ slot }) => slots.push(slot.getTime()) }, 'acme');
      schedules.start();
      jobs.work();
    }
    await vi.waitFor(() => expect(slots.length).toBeGreaterThanOrEqual(3), { timeout: 15_000 });
    const first = slots[0] ?? 0;
    expect(first % 1_000).toBe(0);
    expect(slots.toSorted()).toEqual(slots.map((_slot, index) => first + index * 1_000));
  });

  it('counts from now when it is new', async () => {
    const db = await open();
    await introduce(db, { ...DAILY, run: nothing });
    const { jobs, schedules } = process(db);
    schedules.add({ ...DAILY, run: nothing }, 'acme');
    schedules.start();
    await vi.waitFor(async () => expect((await schedules.list())[0]?.lastAt).not.toBeNull());
    expect(await payloads(jobs)).toEqual([]);
    const [state] = await schedules.list();
    expect(state).toMatchObject({ name: 'acme_daily', title: 'acme_daily', owner: 'acme', timezone: 'UTC' });
    expect((state?.nextAt?.getTime() ?? 0) - (await db.now()).getTime()).toBeLessThanOrEqual(24 * HOUR);
  });

  it('catches up once for all missed slots', async () => {
    const db = await open();
    await introduce(db, { ...DAILY, run: nothing });
    await sleptFor(db, 10 * 24 * HOUR);
    const { jobs, schedules } = process(db);
    schedules.add({ ...DAILY, run: nothing }, 'acme');
    schedules.start();
    const today = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR;
    await vi.waitFor(async () => expect(await payloads(jobs)).toEqual([{ slot: new Date(today).toISOString() }]));
    expect(await lastSlot(db, 'acme_daily')).toBe(today);
  });

  it('skips missed slots without catchUp and continues', async () => {
    const db = await open();
    const definition: ScheduleDefinition = { ...DAILY, catchUp: false, run: nothing };
    await introduce(db, definition);
    await sleptFor(db, 10 * 24 * HOUR);
    const before = await lastSlot(db, 'acme_daily');
    const { jobs, schedules } = process(db);
    schedules.add(definition, 'acme');
    schedules.start();
    await vi.waitFor(async () => expect(await lastSlot(db, 'acme_daily')).toBeGreaterThan(before));
    // A run at midnight is not a missed slot.
    if (Date.now() % (24 * HOUR) > 60_000) expect(await payloads(jobs)).toEqual([]);
  });

  it('counts from now when its times were changed', async () => {
    const db = await open();
    await introduce(db, { ...DAILY, run: nothing });
    await sleptFor(db, 10 * 24 * HOUR);
    const before = await lastSlot(db, 'acme_daily');
    const { jobs, schedules } = process(db);
    schedules.add({ name: 'acme_daily', cron: '0 5 1 1 *', run: nothing }, 'acme');
    schedules.start();
    await vi.waitFor(async () => expect(await lastSlot(db, 'acme_daily')).toBeGreaterThan(before));
    expect(await payloads(jobs)).toEqual([]);
  });

  it('retries the same slot when its job cannot be added', async () => {
    const db = await open();
    const definition: ScheduleDefinition = { ...DAILY, run: nothing };
    await introduce(db, definition);
    await sleptFor(db, 24 * HOUR);
    const before = await lastSlot(db, 'acme_daily');
    const tries: Date[] = [];
    const { schedules } = process(db);
    const add = async (slot: Date) => {
      tries.push(slot);
      if (tries.length < 2) throw new Error('not now');
    };
    schedules.add({ ...DAILY, job: { add } }, 'acme');
    schedules.start();
    await vi.waitFor(async () => expect(await lastSlot(db, 'acme_daily')).toBeGreaterThan(before), { timeout: 10_000 });
    expect(tries).toHaveLength(2);
    expect(tries[1]).toEqual(tries[0]);
  });

  it('adds an existing job, and skips a slot without overlap while the previous job is pending', async () => {
    const db = await open();
    const { jobs, schedules } = process(db);
    const queue = jobs.define<{ dish: string }, void>({ name: 'acme_cook', run: nothing }, 'acme');
    const job = scheduled(queue, { dish: 'soup' });
    schedules.add({ name: 'acme_alone', every: 1_000, overlap: false, job }, 'acme');
    schedules.add({ name: 'acme_twice', every: 1_000, job: scheduled(queue, { dish: 'bread' }) }, 'acme');
    schedules.start();
    await vi.waitFor(
      async () => {
        const dishes = (await payloads(jobs)) as { dish: string }[];
        expect(dishes.filter(({ dish }) => dish === 'bread').length).toBeGreaterThanOrEqual(3);
        expect(dishes.filter(({ dish }) => dish === 'soup')).toHaveLength(1);
      },
      { timeout: 15_000 },
    );
  });

  it('is removed with its owner and rejects a duplicate name', async () => {
    const db = await open();
    const { jobs, schedules } = process(db);
    schedules.add({ ...DAILY, title: 'Every day', run: nothing }, 'acme');
    expect(jobs.defined()).toEqual([{ name: 'acme_daily', title: 'Every day', owner: 'acme' }]);
    expect(() => schedules.add({ ...DAILY, run: nothing }, 'shop')).toThrowError(
      expect.objectContaining({ code: 'schedule_defined_twice' }),
    );
    expect(() => schedules.add({ name: 'acme_none', every: 1_000 } as never, 'shop')).toThrowError(
      expect.objectContaining({ code: 'schedule_invalid' }),
    );
    schedules.removeOwner('acme');
    expect(await schedules.list()).toEqual([]);
  });
});
