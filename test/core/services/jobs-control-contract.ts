import { describe, expect, it } from 'vitest';
import type { Job, JobStatus, JobsService } from '../../../src/core/services/jobs/jobs.js';
import { define, gate, type JobsUnderTest, obedient, settled } from './jobs-under-test.js';

/** Contract for listing, stopping and deleting jobs of every queue. */
export function jobsControlContract(name: string, create: () => Promise<JobsUnderTest>): void {
  describe(`control of jobs: ${name}`, { timeout: 60_000 }, () => {
    describe('cancellation', () => {
      it('ends a waiting or delayed job, which can be retried', async () => {
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

      it('aborts the signal of a running job in any process', async () => {
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

      it('discards the result of a running job that completes anyway', async () => {
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

      it('prevents the retry of a running job that fails afterwards', async () => {
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

      it('is rejected for a completed job', async () => {
        const { open } = await create();
        const jobs = await open();
        jobs.work();
        const { id } = await define(jobs).add(null);
        await settled(jobs, id, 'completed');
        await expect(jobs.cancel(id)).rejects.toMatchObject({ code: 'job_ended' });
      });
    });

    describe('stop', () => {
      it('aborts running jobs and returns them without counting the attempt', async () => {
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

      it('waits for a job that is about to complete', async () => {
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

      it('times out on a handler that ignores the signal and discards its result', async () => {
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

      it('starts no new job, and work can be restarted', async () => {
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

      it('affects only the jobs of the given plugin', async () => {
        const { open } = await create();
        const [jobs, other] = [await open(), await open()];
        const { run, open: letGo, entered } = gate();
        const queue = jobs.define({ name: 'shop_sell', run }, 'shop');
        const removed = define(jobs, { run: obedient });
        jobs.work();
        const [stays, goes] = [await queue.add(null), await removed.add(null)];
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

    describe('deletion', () => {
      it('deletes all jobs with the given names in any status and frees their keys', async () => {
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

    describe('list', () => {
      it('is sorted newest first, filtered by status and name, and paginated', async () => {
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

    describe('validation', () => {
      it.each([
        ['a payload with a bigint', 1n, {}, 'job_payload_invalid'],
        ['a function', () => 1, {}, 'job_payload_invalid'],
        ['64 KiB and a bit', 'ä'.repeat(32 * 1024), {}, 'job_payload_too_large'],
        ['an empty key', 1, { key: '' }, 'job_options_invalid'],
        ['a key that is too long', 1, { key: 'k'.repeat(192) }, 'job_options_invalid'],
        ['a negative delay', 1, { delay: -1 }, 'job_options_invalid'],
        ['a delay that is no number', 1, { delay: Number.NaN }, 'job_options_invalid'],
      ])('rejects %s', async (_what, payload, options, code) => {
        const { open } = await create();
        await expect(define(await open()).add(payload, options)).rejects.toMatchObject({ code });
      });

      it('rejects a circular payload and accepts the maximum size', async () => {
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

      it('rejects an invalid definition and a duplicate name', async () => {
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
