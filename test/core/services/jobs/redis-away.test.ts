import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { createDatabase } from '../../../../src/core/database/database.js';
import { createBullmqJobs } from '../../../../src/core/services/jobs/bullmq-jobs.js';
import { JOB_TIMES } from '../../../../src/core/services/jobs/job-times.js';
import { jobMigrations } from '../../../../src/core/services/jobs/tables.js';
import { migratedDatabase, SQLITE } from '../../../support/databases.js';
import { settled } from '../jobs-under-test.js';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Redis server of this test that can be stopped. */
async function redisServer(): Promise<{ url: string; start(): Promise<void>; kill(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-redis-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const server = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn('redis-server', [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--appendonly',
        'yes',
      ]);
      for await (const chunk of child.stdout ?? []) if (String(chunk).includes('Ready to accept connections')) return;
    },
    async kill() {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
  };
  cleanups.push(() => rm(folder, { recursive: true, force: true }), server.kill);
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

describe.skipIf(!inject('services').includes('redis'))('BullMQ while Redis is down', { timeout: 60_000 }, () => {
  async function start() {
    const server = await redisServer();
    const { url, drop } = await migratedDatabase(SQLITE);
    const db = createDatabase({ url });
    cleanups.push(drop, db.close);
    await db.migrate('jobs', jobMigrations);
    const open = async () => {
      const jobs = await createBullmqJobs({
        address: { url: server.url, server: server.url, prefix: 'test:' },
        db,
        log: pino({ level: 'silent' }),
        times: { ...JOB_TIMES, poll: 100 },
      });
      cleanups.push(jobs.close);
      return jobs;
    };
    const runs: unknown[] = [];
    const definition = { name: 'acme_cook', run: async ({ payload }: { payload: unknown }) => runs.push(payload) };
    return { server, db, open, runs, definition };
  }

  it('accepts jobs and runs them once after the reconnect', async () => {
    const { server, db, open, runs, definition } = await start();
    const jobs = await open();
    const queue = jobs.define<unknown, unknown>(definition, 'acme');
    const soup = await queue.add('soup', { key: 'soup' });
    expect(await queue.add('soup again', { key: 'soup' })).toMatchObject({ id: soup.id });
    const bread = await db.transaction(() => queue.add('bread'));
    expect(await jobs.get(soup.id)).toMatchObject({ status: 'waiting', payload: 'soup', key: 'soup' });
    await expect(jobs.list()).rejects.toMatchObject({ code: 'jobs_unavailable', status: 503 });
    await expect(jobs.get('0'.repeat(32))).rejects.toMatchObject({ code: 'jobs_unavailable' });
    const cake = await queue.add('cake');
    expect(await jobs.cancel(cake.id)).toMatchObject({ status: 'cancelled' });
    jobs.work();
    await server.start();
    for (const { id } of [soup, bread]) await settled(jobs, id, 'completed');
    expect(runs.toSorted()).toEqual(['bread', 'soup']);
    await vi.waitFor(async () => {
      expect(await db.query.selectFrom('job_handovers').selectAll().execute()).toEqual([]);
    });
  });

  it('continues with jobs added later when Redis was killed in between', async () => {
    const { server, open, runs, definition } = await start();
    await server.start();
    const jobs = await open();
    const queue = jobs.define<unknown, unknown>(definition, 'acme');
    jobs.work();
    await settled(jobs, (await queue.add(1)).id, 'completed');
    await server.kill();
    const { id } = await queue.add(2);
    await server.start();
    await settled(jobs, id, 'completed');
    await settled(jobs, (await queue.add(3)).id, 'completed');
    expect(runs).toEqual([1, 2, 3]);
  });

  it('runs a job once when it is delivered repeatedly', async () => {
    const { server, db, open, runs, definition } = await start();
    await server.start();
    const [jobs, other] = [await open(), await open()];
    const queue = jobs.define<unknown, unknown>(definition, 'acme');
    const { id } = await db.transaction(async () => {
      const job = await queue.add('soup');
      const row = await db.query.selectFrom('job_handovers').selectAll().executeTakeFirstOrThrow();
      db.afterCommit(async () => {
        // Simulates a crash after the delivery and before its confirmation.
        await db.query.insertInto('job_handovers').values(row).execute();
      });
      return job;
    });
    jobs.work();
    await settled(jobs, id, 'completed');
    await vi.waitFor(async () => {
      expect(await db.query.selectFrom('job_handovers').selectAll().execute()).toEqual([]);
    });
    other.define(definition, 'acme');
    other.work();
    await settled(jobs, (await queue.add('bread')).id, 'completed');
    expect(runs).toEqual(['soup', 'bread']);
  });
});
