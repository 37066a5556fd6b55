import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createDefinitions } from '../../../../src/core/services/jobs/definitions.js';
import { JOB_TIMES } from '../../../../src/core/services/jobs/job-times.js';
import { createTableJobs } from '../../../../src/core/services/jobs/table-jobs.js';
import { createJobLeases } from '../../../../src/core/services/jobs/table-leases.js';
import { createTableWorker } from '../../../../src/core/services/jobs/table-worker.js';
import { describeDatabases } from '../../../support/databases.js';
import { deferred } from '../../../support/deferred.js';
import { obedient, settled } from '../jobs-under-test.js';

const log = pino({ level: 'silent' });
const DAY = 86_400_000;

describeDatabases('job table', (open) => {
  it('keeps completed and cancelled jobs for a week and failed ones for a month', async () => {
    const db = await open();
    const jobs = createTableJobs(db, log);
    const queue = jobs.define<number, void>(
      {
        name: 'acme_cook',
        attempts: 1,
        run: async ({ payload }) => {
          if (payload === 0) throw new Error('no onions');
        },
      },
      'acme',
    );
    const working = jobs.work();
    const [failed, done] = [await queue.add(0), await queue.add(1)];
    const waiting = await queue.add(2, { delay: 60_000 });
    const cancelled = await queue.add(3, { delay: 60_000 });
    await jobs.cancel(cancelled.id);
    await settled(jobs, failed.id, 'failed');
    await settled(jobs, done.id, 'completed');
    await working.stop();
    const { sweep } = createJobLeases(db, JOB_TIMES);
    const age = (days: number) =>
      db.query
        .updateTable('jobs')
        .set((eb) => ({ status_since: eb('status_since', '-', days * DAY) }))
        .execute();
    const left = async () => (await jobs.list()).jobs.map(({ id }) => id).toSorted();
    await age(6.99);
    expect(await sweep()).toBe(0);
    await age(0.02);
    expect(await sweep()).toBe(2);
    expect(await left()).toEqual([failed.id, waiting.id].toSorted());
    await age(23);
    expect(await sweep()).toBe(1);
    expect(await left()).toEqual([waiting.id]);
  });

  it('has one job per key after concurrent transactions, even if they started before it existed', async () => {
    const db = await open();
    const queue = createTableJobs(db, log).define<number, void>(
      { name: 'acme_cook', run: async () => undefined },
      'acme',
    );
    const added = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        db.transaction(async () => {
          // Takes a snapshot before any of the other transactions has added its job.
          await db.query.selectFrom('jobs').select('id').execute();
          return queue.add(n, { key: 'soup', delay: 60_000 });
        }),
      ),
    );
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
  });

  it('is purged in batches until nothing is left', async () => {
    const db = await open();
    const jobs = createTableJobs(db, log);
    const queue = jobs.define<number, void>({ name: 'acme_cook', run: async () => undefined }, 'acme');
    await db.transaction(async () => {
      for (let n = 0; n < 450; n += 1) await queue.add(n);
    });
    await db.query.updateTable('jobs').set({ status: 'completed', status_since: 0 }).execute();
    expect(await createJobLeases(db, JOB_TIMES).sweep()).toBe(450);
    expect((await jobs.list()).total).toBe(0);
  });

  it('assigns a job to one of many claims and rejects writes of all others', async () => {
    const db = await open();
    const jobs = createTableJobs(db, log);
    const { id } = await jobs.define({ name: 'acme_cook', run: async () => undefined }, 'acme').add(null);
    const leases = createJobLeases(db, { ...JOB_TIMES, lease: 300 });
    const claims = (await Promise.all(Array.from({ length: 8 }, () => leases.claim(id)))).filter((claim) => claim);
    expect(claims).toHaveLength(1);
    const [first] = claims;
    if (!first) throw new Error('nobody has it');
    expect(await leases.recover()).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect(await leases.recover()).toBe(1);
    const second = await leases.claim(id);
    expect(second).toMatchObject({ attempt: 2 });
    expect((await leases.states([first])).get(first.holder)).toBe('lost');
    await leases.progress(first, { done: 1, total: 2 });
    expect(await leases.end(first, { status: 'completed', result: '"late"' })).toBe(false);
    expect(await leases.delay(first, 'late', 0)).toBe(false);
    expect(await leases.giveBack(first)).toBe(false);
    expect(await jobs.get(id)).toMatchObject({ status: 'running', attempts: 2, progress: null });
    if (second) expect(await leases.end(second, { status: 'completed', result: '"mine"' })).toBe(true);
    expect(await jobs.get(id)).toMatchObject({ status: 'completed', result: 'mine' });
  });

  it('waits for a claim in progress before it removes the jobs of a plugin', async () => {
    const db = await open();
    const jobs = createTableJobs(db, log);
    const { id } = await jobs.define({ name: 'acme_cook', run: obedient }, 'acme').add(null);
    const leases = createJobLeases(db, JOB_TIMES);
    const definitions = createDefinitions();
    definitions.add({ name: 'acme_cook', run: obedient }, 'acme');
    const [stored, arrived] = [deferred(), deferred()];
    const claim = async (job: string) => {
      const claimed = await leases.claim(job);
      stored.resolve();
      await arrived.promise;
      return claimed;
    };
    const worker = createTableWorker({ leases: { ...leases, claim }, definitions, times: JOB_TIMES, log });
    await stored.promise;
    expect(await jobs.get(id)).toMatchObject({ status: 'running' });
    const released = worker.release(definitions.removeOwner('acme'));
    arrived.resolve();
    await released;
    expect(await jobs.get(id)).toMatchObject({ status: 'waiting', attempts: 0 });
    await worker.stop();
  });
});
