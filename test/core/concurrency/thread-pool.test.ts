import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createThreadPool,
  type ThreadPool,
  type ThreadPoolOptions,
} from '../../../src/core/concurrency/thread-pool.js';
import { HostError } from '../../../src/core/errors.js';

interface Echo {
  readonly input: unknown;
  readonly threadId: number;
  readonly workerData: unknown;
}

type Tasks = {
  readonly echo: (input: unknown) => Echo;
  readonly hang: (input: null) => never;
  readonly backtrack: (input: null) => boolean;
  readonly hoard: (input: null) => never;
  readonly exit: (input: null) => never;
};

const open: ThreadPool<Tasks>[] = [];

function poolWith(options: Partial<ThreadPoolOptions> = {}): ThreadPool<Tasks> {
  const pool = createThreadPool<Tasks>({
    name: 'test',
    script: new URL('./fixtures/pool-worker.mjs', import.meta.url),
    refuse: ({ reason, deadline }) => new HostError(`test_${reason}`, `Refused: ${reason}.`, { status: 503, deadline }),
    deadline: 60_000,
    wait: 60_000,
    ...options,
  });
  open.push(pool);
  return pool;
}

const threadOf = async (pool: ThreadPool<Tasks>): Promise<number> => (await pool.run('echo', null)).threadId;

afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

describe('thread pool', () => {
  it('passes input, result and worker data', async () => {
    const pool = poolWith({ data: { site: 'a' } });
    expect(await pool.run('echo', 'text')).toMatchObject({ input: 'text', workerData: { site: 'a' } });
  });

  it('reuses its thread and runs tasks in order', async () => {
    const pool = poolWith();
    const results = await Promise.all([1, 2, 3].map((number) => pool.run('echo', number)));
    expect(results.map(({ input }) => input)).toEqual([1, 2, 3]);
    expect(new Set(results.map(({ threadId }) => threadId)).size).toBe(1);
  });

  it('starts no more threads than allowed', async () => {
    const pool = poolWith({ threads: 2 });
    const results = await Promise.all(Array.from({ length: 8 }, (_, number) => pool.run('echo', number)));
    expect(new Set(results.map(({ threadId }) => threadId)).size).toBe(2);
  });

  for (const task of ['hang', 'backtrack'] as const) {
    it(`terminates "${task}" at its deadline and replaces the thread`, async () => {
      const pool = poolWith();
      const first = await threadOf(pool);
      const hanging = pool.run(task, null, 100);
      const next = threadOf(pool);
      await expect(hanging).rejects.toMatchObject({ code: 'test_deadline', status: 503, data: { deadline: 100 } });
      expect(await next).not.toBe(first);
    });
  }

  it('terminates a thread that exceeds its memory limit, and the process continues', async () => {
    const pool = poolWith({ memory: 32 });
    await expect(pool.run('hoard', null)).rejects.toMatchObject({ code: 'test_memory' });
    expect(await pool.run('echo', 'after')).toMatchObject({ input: 'after' });
  });

  it('replaces a thread that exits', async () => {
    const pool = poolWith();
    await expect(pool.run('exit', null)).rejects.toMatchObject({ code: 'test_crashed' });
    expect(await pool.run('echo', 'after')).toMatchObject({ input: 'after' });
  });

  it('rejects a task when its script cannot be loaded', async () => {
    const pool = poolWith({ script: new URL('./fixtures/missing.mjs', import.meta.url) });
    await expect(pool.run('echo', null)).rejects.toMatchObject({ code: 'test_crashed' });
  });

  it('rejects tasks beyond the length of the queue', async () => {
    const pool = poolWith({ maxWaiting: 1 });
    const tasks = [pool.run('echo', 1), pool.run('echo', 2), pool.run('echo', 3)];
    const outcomes = await Promise.allSettled(tasks);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'test_busy', status: 503 } });
  });

  it('rejects a task that waits too long for a thread', async () => {
    const pool = poolWith({ wait: 50 });
    const hanging = pool.run('hang', null, 2_000);
    const waiting = pool.run('echo', null);
    await expect(waiting).rejects.toMatchObject({ code: 'test_busy' });
    await expect(hanging).rejects.toMatchObject({ code: 'test_deadline' });
  });

  it('reports input that cannot be cloned and keeps the thread', async () => {
    const pool = poolWith();
    const first = await threadOf(pool);
    await expect(pool.run('echo', () => undefined)).rejects.toThrow(/could not be cloned/);
    expect(await threadOf(pool)).toBe(first);
  });

  it('ends an idle thread', async () => {
    const pool = poolWith({ idle: 20 });
    const first = await threadOf(pool);
    await sleep(500);
    expect(await threadOf(pool)).not.toBe(first);
  });

  it('rejects running, waiting and later tasks when closed', async () => {
    const pool = poolWith();
    const tasks = [pool.run('hang', null), pool.run('echo', null)];
    const outcomes = Promise.allSettled(tasks);
    await pool.close();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: 'test_closed' } });
    await expect(pool.run('echo', null)).rejects.toMatchObject({ code: 'test_closed' });
  });
});
