import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import type { JobTimes } from '../../../src/core/services/jobs/job-times.js';
import type {
  Job,
  JobDefinition,
  JobQueue,
  JobStatus,
  JobsService,
  RunningJob,
} from '../../../src/core/services/jobs/jobs.js';

/** The store of one test. */
export interface JobsUnderTest {
  readonly db: Database;
  /** A queue on it, as a process of its own would have it; closed after the test. */
  open(times?: Partial<JobTimes>): Promise<JobsService>;
}

/** Short, for queues whose jobs are to be seen ending. */
export const QUICK: JobTimes = {
  lease: 2_000,
  poll: 50,
  recheck: 2_000,
  closing: 500,
  progress: 50,
  keepDone: 7 * 86_400_000,
  keepFailed: 30 * 86_400_000,
};

const PATIENCE = { timeout: 15_000, interval: 20 };

/** Waits until a job has this status. */
export async function settled(jobs: JobsService, id: string, ...statuses: JobStatus[]): Promise<Job> {
  return vi.waitFor(async () => {
    const job = await jobs.get(id);
    expect(statuses).toContain(job?.status);
    return job as Job;
  }, PATIENCE);
}

/** A handler that stays in the middle of its work until it is let go. */
function gate() {
  const waiting: ((error?: Error) => void)[] = [];
  const begun: RunningJob<unknown>[] = [];
  return {
    begun,
    async run(job: RunningJob<unknown>): Promise<string> {
      begun.push(job);
      await new Promise<void>((resolve, reject) => {
        waiting.push((error) => (error ? reject(error) : resolve()));
      });
      return 'done';
    },
    open(error?: Error) {
      for (const release of waiting.splice(0)) release(error);
    },
    async entered(count = 1) {
      await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(count), PATIENCE);
    },
  };
}

/** A handler that ends as soon as it is told to. */
async function obedient({ signal }: RunningJob<unknown>): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  throw signal.reason;
}

const define = (jobs: JobsService, definition: Partial<JobDefinition<unknown, unknown>> = {}) =>
  jobs.define<unknown, unknown>({ name: 'acme_cook', backoff: 0, run: async () => 'cooked', ...definition }, 'acme');

/** What every queue of jobs must do. */
export function jobsContract(name: string, create: () => Promise<JobsUnderTest>): void {
  describe(`jobs: ${name}`, { timeout: 60_000 }, () => {
    describe('work', () => {
      it('is done by whoever works, with the payload as it was given, and its result is kept', async () => {
        const { open } = await create();
        const [site, worker] = [await open(), await open()];
        const payload = { dish: 'soupe à l’oignon', portions: [1, 2.5, null], hot: true };
        const seen: unknown[] = [];
        define(worker, { run: async (job) => ({ portions: seen.push(job.payload) }) });
        const added = await define(site).add(payload);
        expect(added).toMatchObject({ name: 'acme_cook', status: 'waiting', payload, attempts: 0, maxAttempts: 5 });
        expect(added).toMatchObject({ result: null, error: null, key: null, startedAt: null, endedAt: null });
        worker.work();
        const job = await settled(site, added.id, 'completed');
        expect(seen).toEqual([payload]);
        expect(job).toMatchObject({ result: { portions: 1 }, attempts: 1, error: null, dueAt: null });
        expect(job.endedAt?.getTime()).toBeGreaterThanOrEqual(job.startedAt?.getTime() ?? Number.NaN);
      });

      it('that was added while nobody worked is done later', async () => {
        const { open } = await create();
        const jobs = await open();
        const { id } = await define(jobs).add(null);
        jobs.work();
        await settled(jobs, id, 'completed');
      });

      it('of a name that nobody here has defined waits, and holds up nothing', async () => {
        const { open } = await create();
        const [other, worker] = [await open(), await open()];
        const queue = define(other, { name: 'acme_unknown' });
        const ids = await Promise.all([1, 2, 3].map(async (payload) => (await queue.add(payload)).id));
        const known = define(worker);
        worker.work();
        await settled(worker, (await known.add(null)).id, 'completed');
        for (const id of ids) expect(await worker.get(id)).toMatchObject({ status: 'waiting', attempts: 0 });
        define(worker, { name: 'acme_unknown' });
        for (const id of ids) await settled(worker, id, 'completed');
      });

      it('waits for its delay', async () => {
        const { open } = await create();
        const jobs = await open();
        jobs.work();
        const job = await define(jobs).add(null, { delay: 400 });
        expect(job.status).toBe('delayed');
        expect(job.dueAt?.getTime()).toBeGreaterThan(job.createdAt.getTime() + 300);
        const done = await settled(jobs, job.id, 'completed');
        expect(done.startedAt?.getTime()).toBeGreaterThanOrEqual(job.createdAt.getTime() + 395);
      });

      it('is done once each, by several workers, never more at once than each may', async () => {
        const { open } = await create();
        const runs: string[] = [];
        const queues: JobQueue<unknown>[] = [];
        let most = 0;
        for (let process = 0; process < 3; process += 1) {
          const jobs = await open();
          let now = 0;
          queues.push(
            define(jobs, {
              concurrency: 2,
              run: async ({ id }) => {
                now += 1;
                most = Math.max(most, now);
                runs.push(id);
                await new Promise((resolve) => setTimeout(resolve, 5));
                now -= 1;
              },
            }),
          );
          jobs.work();
        }
        const ids = await Promise.all(
          Array.from({ length: 40 }, async (_, n) => (await queues[n % 3]?.add(n))?.id ?? ''),
        );
        await vi.waitFor(() => expect(runs).toHaveLength(40), PATIENCE);
        expect(runs.toSorted()).toEqual(ids.toSorted());
        expect(most).toBeLessThanOrEqual(2);
      });

      it('answers nothing, or what JSON cannot say, without being a failure', async () => {
        const { open } = await create();
        const jobs = await open();
        jobs.work();
        const nothing = define(jobs, { name: 'acme_nothing', run: async () => undefined });
        const strange = define(jobs, { name: 'acme_strange', run: async () => 10n });
        expect(await settled(jobs, (await nothing.add(null)).id, 'completed')).toMatchObject({ result: null });
        expect(await settled(jobs, (await strange.add(null)).id, 'completed')).toMatchObject({ result: null });
      });

      it('has a payload of any form that JSON has', async () => {
        const { open } = await create();
        const queue = define(await open());
        await fc.assert(
          fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (payload) => {
            const { id } = await queue.add(payload);
            expect((await (await open()).get(id))?.payload).toEqual(JSON.parse(JSON.stringify(payload)));
          }),
          { numRuns: 15 },
        );
      });
    });

    describe('a key', () => {
      it('stands for one job while that waits or runs, and for another one afterwards', async () => {
        const { open } = await create();
        const [jobs, other] = [await open(), await open()];
        const { run, open: letGo, entered } = gate();
        const queue = define(jobs, { run });
        const elsewhere = define(other, { run });
        const first = await queue.add(1, { key: 'soup' });
        expect(first.key).toBe('soup');
        expect((await elsewhere.add(2, { key: 'soup' })).id).toBe(first.id);
        jobs.work();
        await entered();
        expect(await queue.add(3, { key: 'soup' })).toMatchObject({ id: first.id, status: 'running', payload: 1 });
        expect((await queue.add(4, { key: 'Soup' })).id).not.toBe(first.id);
        expect((await queue.add(5, { key: 'soup ' })).id).not.toBe(first.id);
        expect((await define(jobs, { name: 'acme_other' }).add(6, { key: 'soup' })).id).not.toBe(first.id);
        letGo();
        await settled(jobs, first.id, 'completed');
        expect((await queue.add(7, { key: 'soup' })).id).not.toBe(first.id);
        await vi.waitFor(() => letGo(), PATIENCE);
      });

      it('stands for one job when many add it at once', async () => {
        const { open } = await create();
        const queues = [define(await open()), define(await open()), define(await open())];
        const added = await Promise.all(
          Array.from({ length: 12 }, async (_, n) => queues[n % 3]?.add(n, { key: 'soup', delay: 60_000 })),
        );
        expect(new Set(added.map((job) => job?.id)).size).toBe(1);
      });

      it('still stands while the job waits for its next run, and not after it was cancelled', async () => {
        const { open } = await create();
        const jobs = await open();
        const queue = define(jobs, {
          backoff: 80_000_000,
          run: async () => {
            throw new Error('no onions');
          },
        });
        jobs.work();
        const { id } = await queue.add(null, { key: 'soup' });
        await settled(jobs, id, 'delayed');
        expect((await queue.add(null, { key: 'soup' })).id).toBe(id);
        await jobs.cancel(id);
        expect((await queue.add(null, { key: 'soup', delay: 60_000 })).id).not.toBe(id);
      });
    });

    describe('a transaction', () => {
      it('that is rolled back leaves no job', async () => {
        const { open, db } = await create();
        const jobs = await open();
        const queue = define(jobs);
        jobs.work();
        let id = '';
        const failing = db.transaction(async () => {
          id = (await queue.add(null)).id;
          throw new Error('no');
        });
        await expect(failing).rejects.toThrow('no');
        expect(await jobs.get(id)).toBeNull();
        expect((await jobs.list()).total).toBe(0);
      });

      it('hands its jobs over when it is committed, and not before', async () => {
        const { open, db } = await create();
        const [jobs, worker] = [await open(), await open()];
        let runs = 0;
        define(worker, { run: async () => ++runs });
        worker.work();
        const queue = define(jobs);
        const { id } = await db.transaction(async () => {
          const job = await queue.add({ n: 1 });
          expect(job).toMatchObject({ status: 'waiting', payload: { n: 1 } });
          await new Promise((resolve) => setTimeout(resolve, 200));
          expect(runs).toBe(0);
          return job;
        });
        await settled(jobs, id, 'completed');
        expect(runs).toBe(1);
      });

      it('adds one job for a key, also twice within and when it stands already', async () => {
        const { open, db } = await create();
        const queue = define(await open());
        const options = { key: 'soup', delay: 60_000 };
        const [first, second] = await db.transaction(async () => [
          await queue.add(1, options),
          await queue.add(2, options),
        ]);
        expect(second?.id).toBe(first?.id);
        await vi.waitFor(async () => {
          const again = await db.transaction(() => queue.add(3, options));
          expect(again.id).toBe(first?.id);
        }, PATIENCE);
      });
    });

    describe('a failure', () => {
      it('is followed by another run until the attempts are used up, and then by its message', async () => {
        const { open } = await create();
        const jobs = await open();
        const attempts: number[] = [];
        const queue = define(jobs, {
          attempts: 3,
          run: async ({ attempt }) => {
            attempts.push(attempt);
            throw new Error(`no onions (${attempt})`);
          },
        });
        jobs.work();
        const { id } = await queue.add(null);
        const job = await settled(jobs, id, 'failed');
        expect(attempts).toEqual([1, 2, 3]);
        expect(job).toMatchObject({ error: 'no onions (3)', attempts: 3, maxAttempts: 3, dueAt: null });
        expect(job.endedAt).toBeInstanceOf(Date);
      });

      it('that passes leaves a completed job without an error', async () => {
        const { open } = await create();
        const jobs = await open();
        const queue = define(jobs, {
          run: async ({ attempt }) => {
            if (attempt === 1) throw 'a text';
            return attempt;
          },
        });
        jobs.work();
        const { id } = await queue.add(null);
        expect(await settled(jobs, id, 'completed')).toMatchObject({ result: 2, attempts: 2, error: null });
      });

      it('is told while the job waits for its next run', async () => {
        const { open } = await create();
        const jobs = await open();
        const queue = define(jobs, {
          backoff: 80_000_000,
          run: async () => {
            throw new Error('no onions');
          },
        });
        jobs.work();
        const { id } = await queue.add(null);
        const job = await settled(jobs, id, 'delayed');
        expect(job).toMatchObject({ error: 'no onions', attempts: 1, endedAt: null });
        expect(job.dueAt).toBeInstanceOf(Date);
      });

      it('can be tried again by hand, with all attempts', async () => {
        const { open } = await create();
        const jobs = await open();
        let isBroken = true;
        const attempts: number[] = [];
        const queue = define(jobs, {
          attempts: 2,
          run: async ({ attempt, payload }) => {
            attempts.push(attempt);
            if (isBroken) throw new Error('no onions');
            return payload;
          },
        });
        jobs.work();
        const { id } = await queue.add('soup');
        await settled(jobs, id, 'failed');
        isBroken = false;
        expect(await jobs.retry(id)).toMatchObject({ id });
        expect(await settled(jobs, id, 'completed')).toMatchObject({ result: 'soup', attempts: 1 });
        expect(attempts).toEqual([1, 2, 1]);
      });

      it('can be tried again only when it is one, and when its key is free', async () => {
        const { open } = await create();
        const jobs = await open();
        const queue = define(jobs, {
          attempts: 1,
          run: async () => {
            throw new Error('no onions');
          },
        });
        for (const id of ['', 'meta', 'wait', '0'.repeat(32), `${'0'.repeat(32)}:lock`])
          expect(await jobs.get(id)).toBeNull();
        await expect(jobs.retry('nothing')).rejects.toMatchObject({ code: 'job_missing', status: 404 });
        const first = await queue.add(null, { key: 'soup' });
        await expect(jobs.retry(first.id)).rejects.toMatchObject({ code: 'job_not_ended', status: 409 });
        const working = jobs.work();
        await settled(jobs, first.id, 'failed');
        await working.stop();
        await queue.add(null, { key: 'soup' });
        await expect(jobs.retry(first.id)).rejects.toMatchObject({ code: 'job_key_taken', status: 409 });
      });
    });

    describe('a worker that falls silent', () => {
      it('is followed by another one after the lease, and what it says later does not count', async () => {
        const { open } = await create();
        const [silent, other] = [await open({ lease: 700 }), await open({ lease: 700 })];
        const { run, open: letGo, entered, begun } = gate();
        const again = async ({ attempt }: RunningJob<unknown>) => `run ${attempt}`;
        const queue = define(silent, { run: async (job) => (job.attempt === 1 ? run(job) : again(job)) });
        define(other, { run: again });
        silent.work();
        const { id } = await queue.add(null);
        await entered();
        // As a process that is stopped: its timers do not run, its handler goes on when it wakes up.
        const frozenUntil = Date.now() + 1_500;
        while (Date.now() < frozenUntil);
        other.work();
        await vi.waitFor(() => expect(begun[0]?.signal.aborted).toBe(true), PATIENCE);
        expect(begun[0]?.signal.reason).toMatchObject({ code: 'job_lost' });
        letGo();
        const job = await settled(other, id, 'completed');
        expect(job).toMatchObject({ result: 'run 2', attempts: 2 });
      });
    });

    describe('progress', () => {
      it('is seen by others, and the last always', async () => {
        const { open } = await create();
        const [jobs, worker] = [await open(), await open()];
        const { run, open: letGo, begun, entered } = gate();
        define(worker, {
          run: async (job) => {
            for (let step = 1; step <= 500; step += 1) job.progress(step, 1_000);
            await run(job);
            for (let step = 501; step <= 1_000; step += 1) job.progress(step, 1_000);
          },
        });
        worker.work();
        const { id, progress } = await define(jobs).add(null);
        expect(progress).toBeNull();
        await entered();
        await vi.waitFor(
          async () => expect((await jobs.get(id))?.progress).toEqual({ done: 500, total: 1_000 }),
          PATIENCE,
        );
        expect(() => begun[0]?.progress(-1, 5)).toThrowError(expect.objectContaining({ code: 'job_progress_invalid' }));
        letGo();
        expect((await settled(jobs, id, 'completed')).progress).toEqual({ done: 1_000, total: 1_000 });
      });
    });

    describe('cancelling', () => {
      it('a job that waits or is delayed ends it, and it can be tried again', async () => {
        const { open } = await create();
        const jobs = await open();
        const queue = define(jobs);
        for (const delay of [0, 60_000]) {
          const { id } = await queue.add('soup', { delay });
          expect(await jobs.cancel(id)).toMatchObject({ status: 'cancelled', id });
          const job = await jobs.get(id);
          expect(job).toMatchObject({ status: 'cancelled', attempts: 0, payload: 'soup', dueAt: null });
          expect(job?.endedAt).toBeInstanceOf(Date);
          await expect(jobs.cancel(id)).rejects.toMatchObject({ code: 'job_ended', status: 409 });
          await jobs.retry(id);
          const working = jobs.work();
          await settled(jobs, id, 'completed');
          await working.stop();
        }
        await expect(jobs.cancel('nothing')).rejects.toMatchObject({ code: 'job_missing', status: 404 });
      });

      it('a running one aborts its signal in whichever process it runs', async () => {
        const { open } = await create();
        const [jobs, worker] = [await open(), await open()];
        const reasons: unknown[] = [];
        define(worker, {
          run: async (job) => {
            try {
              await obedient(job);
            } catch (error) {
              reasons.push(error);
              throw error;
            }
          },
        });
        worker.work();
        const { id } = await define(jobs).add(null);
        await settled(jobs, id, 'running');
        await jobs.cancel(id);
        const job = await settled(jobs, id, 'cancelled');
        expect(reasons).toMatchObject([{ code: 'job_cancelled' }]);
        expect(job).toMatchObject({ attempts: 1, result: null, error: null });
        await jobs.retry(id);
        await settled(jobs, id, 'running');
        await jobs.cancel(id);
        await settled(jobs, id, 'cancelled');
      });

      it('a running one that completes anyway counts as cancelled', async () => {
        const { open } = await create();
        const jobs = await open();
        const { run, open: letGo, entered } = gate();
        const queue = define(jobs, { run });
        jobs.work();
        const { id } = await queue.add(null);
        await entered();
        expect((await jobs.cancel(id)).status).toBe('running');
        letGo();
        expect(await settled(jobs, id, 'cancelled', 'completed', 'failed')).toMatchObject({
          status: 'cancelled',
          result: null,
        });
      });

      it('a running one that fails then does not let it run again', async () => {
        const { open } = await create();
        const jobs = await open();
        const { run, open: letGo, entered, begun } = gate();
        const queue = define(jobs, { run });
        jobs.work();
        const { id } = await queue.add(null);
        await entered();
        await jobs.cancel(id);
        letGo(new Error('no onions'));
        await settled(jobs, id, 'cancelled');
        expect(begun).toHaveLength(1);
      });

      it('comes too late for what is done', async () => {
        const { open } = await create();
        const jobs = await open();
        jobs.work();
        const { id } = await define(jobs).add(null);
        await settled(jobs, id, 'completed');
        await expect(jobs.cancel(id)).rejects.toMatchObject({ code: 'job_ended' });
      });
    });

    describe('stopping', () => {
      it('tells the running jobs, and gives them back without counting the run', async () => {
        const { open } = await create();
        const [jobs, other] = [await open(), await open()];
        const reasons: unknown[] = [];
        const queue = define(jobs, {
          attempts: 1,
          run: async (job) => {
            job.signal.addEventListener('abort', () => reasons.push(job.signal.reason));
            return obedient(job);
          },
        });
        const working = jobs.work();
        const { id } = await queue.add(null);
        await settled(jobs, id, 'running');
        await working.stop();
        expect(reasons).toMatchObject([{ code: 'job_interrupted' }]);
        expect(await other.get(id)).toMatchObject({ status: 'waiting', attempts: 0 });
        define(other, { run: async ({ attempt }) => attempt });
        other.work();
        expect(await settled(other, id, 'completed')).toMatchObject({ result: 1, attempts: 1 });
      });

      it('lets a job end that is about to', async () => {
        const { open } = await create();
        const [jobs, other] = [await open(), await open()];
        const queue = define(jobs, {
          run: async ({ signal }) => {
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
            return 'in time';
          },
        });
        const working = jobs.work();
        const { id } = await queue.add(null);
        await settled(jobs, id, 'running');
        await working.stop();
        expect(await other.get(id)).toMatchObject({ status: 'completed', result: 'in time' });
      });

      it('does not wait for ever for a handler that does not listen, whose result does not count then', async () => {
        const { open } = await create();
        const [jobs, other] = [await open({ closing: 100 }), await open()];
        const { run, open: letGo, entered } = gate();
        const queue = define(jobs, { run });
        const working = jobs.work();
        const { id } = await queue.add(null);
        await entered();
        await working.stop();
        expect(await other.get(id)).toMatchObject({ status: 'waiting', attempts: 0 });
        letGo();
        define(other, { run: async () => 'by the other' });
        other.work();
        expect(await settled(other, id, 'completed')).toMatchObject({ result: 'by the other' });
      });

      it('begins nothing new, and working can begin again', async () => {
        const { open } = await create();
        const jobs = await open();
        const queue = define(jobs);
        await jobs.work().stop();
        const { id } = await queue.add(null);
        await new Promise((resolve) => setTimeout(resolve, 150));
        expect(await jobs.get(id)).toMatchObject({ status: 'waiting' });
        jobs.work();
        jobs.work();
        await settled(jobs, id, 'completed');
      });

      it('the jobs of one plugin leaves the others alone', async () => {
        const { open } = await create();
        const [jobs, other] = [await open(), await open()];
        const { run, open: letGo, entered } = gate();
        const kept = jobs.define({ name: 'shop_sell', run }, 'shop');
        const removed = define(jobs, { run: obedient });
        jobs.work();
        const [stays, goes] = [await kept.add(null), await removed.add(null)];
        await entered();
        await settled(jobs, goes.id, 'running');
        await jobs.removeOwner('acme');
        expect(jobs.defined()).toEqual([{ name: 'shop_sell', title: 'shop_sell', owner: 'shop' }]);
        expect(await other.get(goes.id)).toMatchObject({ status: 'waiting', attempts: 0 });
        letGo();
        await settled(jobs, stays.id, 'completed');
        define(jobs);
        await settled(jobs, goes.id, 'completed');
      });
    });

    describe('forgetting', () => {
      it('takes away what has some name, whatever became of it, and frees its keys', async () => {
        const { open, db } = await create();
        const jobs = await open();
        const [soup, bread] = [define(jobs, { name: 'acme_soup' }), define(jobs, { name: 'acme_bread' })];
        const failing = define(jobs, {
          name: 'acme_burnt',
          attempts: 1,
          run: () => Promise.reject(new Error('burnt')),
        });
        const working = jobs.work();
        const done = await soup.add(1);
        const failed = await failing.add(2);
        await settled(jobs, done.id, 'completed');
        await settled(jobs, failed.id, 'failed');
        await working.stop();
        const keyed = await soup.add(3, { key: 'a', delay: 60_000 });
        const cancelled = await soup.add(4);
        await jobs.cancel(cancelled.id);
        const inTransaction = await db.transaction(() => soup.add(5, { delay: 60_000 }));
        const other = await bread.add(6);
        await jobs.forget(['acme_soup', 'acme_burnt', 'acme_never']);
        for (const { id } of [done, failed, keyed, cancelled, inTransaction]) expect(await jobs.get(id)).toBeNull();
        expect((await jobs.list()).jobs.map(({ id }) => id)).toEqual([other.id]);
        const again = await soup.add(7, { key: 'a' });
        expect(again.id).not.toBe(keyed.id);
        await jobs.forget([]);
        expect(await jobs.get(again.id)).not.toBeNull();
      });
    });

    describe('the list', () => {
      it('has the newest first, by status and name, page by page', async () => {
        const { open } = await create();
        const jobs = await open();
        const soup = define(jobs, { name: 'acme_soup' });
        const bread = define(jobs, { name: 'acme_bread', run: obedient });
        const failing = define(jobs, {
          name: 'acme_failing',
          attempts: 1,
          run: async () => {
            throw new Error('no');
          },
        });
        jobs.work();
        const done = await soup.add(1);
        await settled(jobs, done.id, 'completed');
        const failed = await failing.add(2);
        await settled(jobs, failed.id, 'failed');
        const running = await bread.add(3);
        await settled(jobs, running.id, 'running');
        const later = await soup.add(4, { delay: 60_000 });
        const never = await soup.add(5, { delay: 60_000 });
        await jobs.cancel(never.id);
        const ids = async (filter: Parameters<JobsService['list']>[0]) =>
          (await jobs.list(filter)).jobs.map(({ id }) => id);
        expect(await ids({})).toEqual([never.id, later.id, running.id, failed.id, done.id]);
        expect((await jobs.list()).total).toBe(5);
        const of: readonly [JobStatus, Job][] = [
          ['completed', done],
          ['failed', failed],
          ['running', running],
          ['delayed', later],
          ['cancelled', never],
        ];
        for (const [status, { id }] of of) {
          expect(await ids({ status })).toEqual([id]);
          expect((await jobs.list({ status })).total).toBe(1);
        }
        expect(await ids({ status: 'waiting' })).toEqual([]);
        expect(await ids({ name: 'acme_soup' })).toEqual([never.id, later.id, done.id]);
        expect(await ids({ name: 'read' })).toEqual([running.id]);
        for (const name of ['%', 'acme%', 'acme.*', '|', "'"]) expect(await ids({ name })).toEqual([]);
        expect(await ids({ page: 2, perPage: 2 })).toEqual([running.id, failed.id]);
        expect(await ids({ page: 9 })).toEqual([]);
      });
    });

    describe('what cannot be a job', () => {
      it.each([
        ['a payload with a bigint', 1n, {}, 'job_payload_invalid'],
        ['a function', () => 1, {}, 'job_payload_invalid'],
        ['64 KiB and a bit', 'ä'.repeat(32 * 1024), {}, 'job_payload_too_large'],
        ['an empty key', 1, { key: '' }, 'job_invalid'],
        ['a key that is too long', 1, { key: 'k'.repeat(192) }, 'job_invalid'],
        ['a negative delay', 1, { delay: -1 }, 'job_invalid'],
        ['a delay that is no number', 1, { delay: Number.NaN }, 'job_invalid'],
      ])('is refused: %s', async (_what, payload, options, code) => {
        const { open } = await create();
        await expect(define(await open()).add(payload, options)).rejects.toMatchObject({ code });
      });

      it('a circle is refused, and what just fits is taken', async () => {
        const { open } = await create();
        const jobs = await open();
        const queue = define(jobs);
        const circle: { self?: unknown } = {};
        circle.self = circle;
        await expect(queue.add(circle)).rejects.toMatchObject({ code: 'job_payload_invalid' });
        const { id } = await queue.add('x'.repeat(64 * 1024 - 2), { key: '🧅'.repeat(191) });
        expect(await jobs.get(id)).toMatchObject({ key: '🧅'.repeat(191) });
        expect((await queue.add(undefined)).payload).toBeNull();
      });

      it('a definition with a wrong name or number is refused, and a second one of a name', async () => {
        const { open } = await create();
        const jobs = await open();
        for (const wrong of [
          { name: 'Acme' },
          { name: '' },
          { name: 'acme:soup' },
          { name: 'a'.repeat(81) },
          { attempts: 0 },
          { attempts: 1.5 },
          { backoff: -1 },
          { concurrency: 0 },
          { run: undefined },
        ]) {
          expect(() => define(jobs, wrong as object), JSON.stringify(wrong)).toThrowError(
            expect.objectContaining({ code: 'job_invalid' }),
          );
        }
        define(jobs);
        expect(() => define(jobs)).toThrowError(expect.objectContaining({ code: 'job_defined_twice' }));
      });
    });
  });
}
