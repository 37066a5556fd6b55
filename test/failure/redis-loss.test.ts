import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createDatabase, type Database } from '../../src/core/database/database.js';
import { createBullmqJobs } from '../../src/core/services/jobs/bullmq-jobs.js';
import { JOB_TIMES } from '../../src/core/services/jobs/job-times.js';
import type { JobsService } from '../../src/core/services/jobs/jobs.js';
import { jobMigrations } from '../../src/core/services/jobs/tables.js';
import { recordingLog } from '../core/services/bus-contract.js';
import { settled } from '../core/services/jobs-under-test.js';
import { migratedDatabase, SQLITE } from '../support/databases.js';
import { type RedisServer, redisServer } from '../support/redis.js';

const TIMES = { ...JOB_TIMES, lease: 1000, poll: 100, recheck: 1000, closing: 500 };

/** Redis that loses everything while jobs are waiting, running and ended. */
describe.skipIf(!inject('services').includes('redis'))(
  'jobs in a Redis that loses all its data',
  { timeout: 60_000 },
  () => {
    let server: RedisServer;
    let db: Database;
    let jobs: JobsService;
    let lines: readonly string[];
    const runs: unknown[] = [];
    const cleanups: (() => Promise<void>)[] = [];

    beforeEach(async () => {
      runs.length = 0;
      server = await redisServer();
      cleanups.push(server.remove);
      await server.start();
      const { url, drop } = await migratedDatabase(SQLITE);
      db = createDatabase({ url });
      cleanups.push(drop, db.close);
      await db.migrate('jobs', jobMigrations);
      const recording = recordingLog();
      lines = recording.lines;
      const address = { url: `redis://${server.address}`, server: server.address, prefix: 'test:' };
      jobs = await createBullmqJobs({ address, db, log: recording.log, times: TIMES });
      cleanups.push(jobs.close);
    });
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });

    const losses = [
      [
        'FLUSHALL',
        async () => {
          const client = new Redis(`redis://${server.address}`);
          await client.flushall();
          await client.quit();
        },
      ],
      [
        'kill -9 without persistence',
        async () => {
          await server.kill();
          await server.start();
        },
      ],
    ] as const;

    const queuedIds = () => db.query.selectFrom('queued_jobs').select('id').orderBy('id').execute();
    const note = { name: 'acme_note', run: async ({ payload }: { payload: unknown }) => runs.push(payload) };

    it.each(losses)(
      'are added again after %s if they were waiting or delayed, but not if they had ended',
      async (_name, lose) => {
        const queue = jobs.define<unknown, unknown>(note, 'acme');
        const working = jobs.work();
        await settled(jobs, (await queue.add('ended')).id, 'completed');
        await working.stop();
        const waiting = [await queue.add('waits'), await queue.add('keyed', { key: 'k' })];
        waiting.push(await db.transaction(() => queue.add('of a transaction')));
        waiting.push(await queue.add('delayed', { delay: 3000 }));
        const cancelled = await queue.add('cancelled');
        await jobs.cancel(cancelled.id);
        await lose();
        jobs.work();
        for (const { id } of waiting) await settled(jobs, id, 'completed');
        expect(runs.toSorted()).toEqual(['delayed', 'ended', 'keyed', 'of a transaction', 'waits']);
        expect(lines.join()).toContain('warn Redis had lost jobs; they were added again');
        await vi.waitFor(async () => expect(await queuedIds()).toEqual([]));
      },
    );

    it.each(losses)('run once more after %s if they were running', async (_name, lose) => {
      const queue = jobs.define<unknown, unknown>(
        {
          name: 'acme_cook',
          run: ({ payload, signal }) =>
            new Promise((resolve) => {
              runs.push(payload);
              if (runs.length > 1) resolve('done');
              signal.addEventListener('abort', () => resolve('given up'));
            }),
        },
        'acme',
      );
      jobs.work();
      const { id } = await queue.add('soup');
      await vi.waitFor(() => expect(runs).toEqual(['soup']));
      await lose();
      expect(await settled(jobs, id, 'completed')).toMatchObject({ result: 'done' });
      expect(runs).toEqual(['soup', 'soup']);
    });

    it('are not run again if only the database missed their end', async () => {
      const queue = jobs.define<unknown, unknown>(note, 'acme');
      const added = await queue.add('soup');
      const [row] = await db.query.selectFrom('queued_jobs').selectAll().execute();
      const working = jobs.work();
      await settled(jobs, added.id, 'completed');
      await working.stop();
      // As if the worker had lost the database, or been killed, between the two.
      await db.query
        .insertInto('queued_jobs')
        .values({ ...(row ?? expect.unreachable()), seen_at: 0 })
        .execute();
      jobs.work();
      await vi.waitFor(async () => expect(await queuedIds()).toEqual([]), 5000);
      expect(runs).toEqual(['soup']);
    });

    it('are not added twice if another one with the same key was added since', async () => {
      const queue = jobs.define<unknown, unknown>(note, 'acme');
      await queue.add('first', { key: 'menu' });
      await losses[0][1]();
      const second = await queue.add('second', { key: 'menu', delay: 2500 });
      await vi.waitFor(async () => expect(await queuedIds()).toHaveLength(2));
      await sleep(TIMES.recheck + 200);
      jobs.work();
      await settled(jobs, second.id, 'completed');
      await vi.waitFor(async () => expect(await queuedIds()).toEqual([]), 5000);
      expect(runs).toEqual(['second']);
    });
  },
);
