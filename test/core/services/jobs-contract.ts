import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { JobQueue, RunningJob } from '../../../src/core/services/jobs/jobs.js';
import { define, gate, type JobsUnderTest, PATIENCE, settled } from './jobs-under-test.js';

/** Contract of every job queue. */
export function jobsContract(name: string, create: () => Promise<JobsUnderTest>): void {
  describe(`jobs: ${name}`, { timeout: 60_000 }, () => {
    describe('job', () => {
      it('runs in any worker with its exact payload, and its result is stored', async () => {
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

      it('runs later when it was added without a worker', async () => {
        const { open } = await create();
        const jobs = await open();
        const { id } = await define(jobs).add(null);
        jobs.work();
        await settled(jobs, id, 'completed');
      });

      it('waits if no worker defines its name, without blocking other jobs', async () => {
        const { open } = await create();
        const [other, worker] = [await open(), await open()];
        const queue = define(other, { name: 'acme_unknown' });
        const ids = await Promise.all([1, 2, 3].map(async (payload) => (await queue.add(payload)).id));
        const jobs = define(worker);
        worker.work();
        await settled(worker, (await jobs.add(null)).id, 'completed');
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

      it('runs once across several workers within the concurrency limit of each', async () => {
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

      it('completes with a null result when it returns nothing or a value JSON cannot represent', async () => {
        const { open } = await create();
        const jobs = await open();
        jobs.work();
        const nothing = define(jobs, { name: 'acme_nothing', run: async () => undefined });
        const strange = define(jobs, { name: 'acme_strange', run: async () => 10n });
        expect(await settled(jobs, (await nothing.add(null)).id, 'completed')).toMatchObject({ result: null });
        expect(await settled(jobs, (await strange.add(null)).id, 'completed')).toMatchObject({ result: null });
      });

      it('accepts any JSON payload', async () => {
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

    describe('key', () => {
      it('identifies one job while it waits or runs, and a new one afterwards', async () => {
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

      it('identifies one job when many add it concurrently', async () => {
        const { open } = await create();
        const queues = [define(await open()), define(await open()), define(await open())];
        const added = await Promise.all(
          Array.from({ length: 12 }, async (_, n) => queues[n % 3]?.add(n, { key: 'soup', delay: 60_000 })),
        );
        expect(new Set(added.map((job) => job?.id)).size).toBe(1);
      });

      it('is held while the job waits for its retry, and released when it is cancelled', async () => {
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

    describe('transaction', () => {
      it('leaves no job when it is rolled back', async () => {
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

      it('hands over its jobs at the commit and not before', async () => {
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

      it('adds one job per key, even twice within it or when the job already exists', async () => {
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

    describe('failure', () => {
      it('is retried until the attempts are used up, then its message is stored', async () => {
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

      it('leaves no error when a retry completes the job', async () => {
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

      it('stores its error while the job waits for its retry', async () => {
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

      it('can be retried manually with all attempts', async () => {
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

      it('can be retried only if the job has ended and its key is free', async () => {
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

    describe('unresponsive worker', () => {
      it('is replaced after its lease, and its late result is ignored', async () => {
        const { open } = await create();
        const [silent, other] = [await open({ lease: 700 }), await open({ lease: 700 })];
        const { run, open: letGo, entered, begun } = gate();
        const again = async ({ attempt }: RunningJob<unknown>) => `run ${attempt}`;
        const queue = define(silent, { run: async (job) => (job.attempt === 1 ? run(job) : again(job)) });
        define(other, { run: again });
        silent.work();
        const { id } = await queue.add(null);
        await entered();
        // Simulates a stopped process: its timers do not run and its handler continues when it wakes up.
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
      it('is visible to other processes, and the last value is always stored', async () => {
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
  });
}
