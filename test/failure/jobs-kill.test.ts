import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, type Database } from '../../src/core/database/database.js';
import type { JobQueue, JobsService } from '../../src/core/services/jobs/jobs.js';
import { jobMigrations } from '../../src/core/services/jobs/tables.js';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { settled } from '../core/services/jobs-under-test.js';
import { migratedDatabase } from '../support/databases.js';
import { freshPrefix, openQueue, removeKeys } from '../support/open-queue.js';
import { queues } from '../support/queues.js';

const WORKER = '../../../failure/processes/work-on-jobs.ts';
const PATIENCE = { timeout: 30_000, interval: 50 };

describe.each(queues)('jobs between processes, in $name', { timeout: 120_000 }, ({ dialect, isOutside }) => {
  let url: string;
  let drop: () => Promise<void>;
  let db: Database;
  let prefix: string;
  let file: string;
  let jobs: JobsService;
  let queue: JobQueue<string>;
  let scripts: Script[];

  beforeEach(async () => {
    scripts = [];
    ({ url, drop } = await migratedDatabase(dialect));
    prefix = isOutside ? freshPrefix() : 'table';
    file = path.join(tmpdir(), `${freshPrefix().slice(0, -1)}.log`);
    db = createDatabase({ url });
    await db.migrate('jobs', jobMigrations);
    jobs = await openQueue(db, isOutside ? prefix : null, pino({ level: 'silent' }), {});
    queue = jobs.define<string, string>({ name: 'acme_cook', attempts: 3, run: async () => '' }, 'acme');
  });
  afterEach(async () => {
    await Promise.all(scripts.map((script) => script.kill('SIGKILL')));
    await jobs.close();
    if (isOutside) await removeKeys(prefix);
    await db.close();
    await drop();
    rmSync(file, { force: true });
  });

  function start(mode: 'finish' | 'hang' | 'die' | 'add-and-die'): Script {
    const script = startScript(WORKER, [url, prefix, file, mode]);
    scripts.push(script);
    return script;
  }

  const effects = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);

  it('are completed by another worker when one is killed midway', async () => {
    const killed = start('hang');
    expect(await killed.line()).toBe('working');
    const { id } = await queue.add('soup');
    expect(await killed.line()).toBe('begun');
    const other = start('finish');
    await other.line();
    await killed.kill('SIGKILL');
    const others = await Promise.all([1, 2, 3].map((n) => queue.add(`bread ${n}`)));
    expect(await settled(jobs, id, 'completed')).toMatchObject({ result: 'by finish', attempts: 2 });
    for (const each of others) await settled(jobs, each.id, 'completed');
    expect(effects().toSorted()).toEqual(
      [
        'begun 1 soup',
        'begun 2 soup',
        'done 2 soup',
        ...[1, 2, 3].flatMap((n) => [`begun 1 bread ${n}`, `done 1 bread ${n}`]),
      ].toSorted(),
    );
  });

  it('fail with a clear error when every worker dies of them, and can be retried', async () => {
    const { id } = await queue.add('poison');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const worker = start('die');
      await vi.waitFor(() => expect(effects()).toHaveLength(attempt), PATIENCE);
      await worker.kill('SIGKILL');
    }
    await start('finish').line();
    const job = await settled(jobs, id, 'failed');
    expect(job).toMatchObject({ error: expect.stringContaining('crashed or was killed in each of 3 runs') });
    expect(effects()).toEqual(['begun 1 poison', 'begun 2 poison', 'begun 3 poison']);
    expect(await jobs.retry(id)).toMatchObject({ id, attempts: 0 });
    expect(await settled(jobs, id, 'completed')).toMatchObject({ result: 'by finish', attempts: 1 });
  });

  it('keep the result of the worker that took them over when a frozen worker wakes up', async () => {
    const frozen = start('hang');
    await frozen.line();
    const { id } = await queue.add('soup');
    await frozen.line();
    frozen.signal('SIGSTOP');
    await start('finish').line();
    expect(await settled(jobs, id, 'completed')).toMatchObject({ result: 'by finish', attempts: 2 });
    const before = await jobs.get(id);
    frozen.write('go on');
    frozen.signal('SIGCONT');
    expect(await frozen.line()).toMatch(/^woken/);
    await vi.waitFor(() => expect(effects()).toContain('done 1 soup'), PATIENCE);
    // A later job shows that the worker has tried to write the result of the first.
    await scripts.pop()?.kill('SIGKILL');
    const next = await queue.add('bread');
    expect(await frozen.line()).toBe('begun');
    frozen.write('go on');
    await settled(jobs, next.id, 'completed');
    expect(await jobs.get(id)).toEqual(before);
  });

  it('run once when the process is killed right after the commit that added them', async () => {
    const adding = start('add-and-die');
    const id = await adding.line();
    await expect(adding.line()).rejects.toThrow('ended without');
    expect(await jobs.get(id)).toMatchObject({ id, status: 'waiting', payload: 'soup' });
    await start('finish').line();
    expect(await settled(jobs, id, 'completed')).toMatchObject({ attempts: 1 });
    expect(effects()).toEqual(['begun 1 soup', 'done 1 soup']);
    expect(await db.query.selectFrom('job_handovers').selectAll().execute()).toEqual([]);
  });

  it('can be cancelled while a worker of another process runs them', async () => {
    const worker = start('hang');
    await worker.line();
    const { id } = await queue.add('soup');
    await worker.line();
    await jobs.cancel(id);
    await vi.waitFor(async () => {
      worker.write('look');
      expect((await jobs.get(id))?.status).toBe('cancelled');
    }, PATIENCE);
    expect(await worker.line()).toMatch(/^woken/);
  });
});
