import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/core/database/database.js';
import type { OwnedMigrations } from '../../src/core/database/missing-migrations.js';
import { createLocks } from '../../src/core/services/locks/locks.js';
import { lockMigrations } from '../../src/core/services/locks/tables.js';
import type { Script } from '../core/database/processes/start-script.js';
import { dialects } from '../support/databases.js';
import { type SharedDatabase, shareDatabase } from '../support/shared-database.js';
import { lockedWritesTable } from './locked-table.js';

const migrations = [
  ['locks', lockMigrations],
  ['test', [{ name: '0001', up: (schema) => schema.createTable(lockedWritesTable) }]],
] satisfies readonly OwnedMigrations[];

describe.each(dialects)('lock between processes on $name', { timeout: 120_000 }, (dialect) => {
  let site: SharedDatabase;
  let db: Database;
  beforeEach(async () => {
    site = await shareDatabase(dialect, { migrations });
    db = site.db;
  });
  afterEach(() => site.close());

  const start = (...parameters: string[]): Script => site.start('lock-writer', ...parameters);

  function tokens(): Promise<number[]> {
    return db.query
      .selectFrom('locked_writes')
      .select('token')
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(({ token }) => token));
  }

  it('is held by one of four processes at a time, even when one is killed, with increasing tokens', async () => {
    const writers = [1, 2, 3, 4].map(() => start('400'));
    await Promise.all(writers.map((writer) => writer.line()));
    await writers[0]?.kill('SIGKILL');
    const others = writers.slice(1);
    for (let round = 0; round < 5; round++) await Promise.all(others.map((writer) => writer.line()));
    await Promise.all(others.map((writer) => writer.kill('SIGKILL')));
    const written = await tokens();
    expect(written.length).toBeGreaterThanOrEqual(19);
    expect(written).toEqual([...new Set(written)].toSorted((a, b) => a - b));
  });

  it('rejects writes of a holder that was frozen past its lease and overtaken', async () => {
    const frozen = start('600', 'once');
    const [, first] = (await frozen.line()).split(' ');
    frozen.signal('SIGSTOP');
    const locks = createLocks(db, pino({ level: 'silent' }));
    let next = await locks.acquire('writing');
    for (; !next; next = await locks.acquire('writing')) await sleep(50);
    expect(next.token).toBeGreaterThan(Number(first));
    await next.transaction(() =>
      db.query
        .insertInto('locked_writes')
        .values({ token: Number(next.token), writer: 'next' })
        .execute(),
    );
    // Written to its input before it wakes, so that it writes before its heartbeat can notice.
    frozen.write('again');
    frozen.signal('SIGCONT');
    expect(await frozen.line()).toBe('refused lock_lost');
    expect(await tokens()).toEqual([Number(first), next.token]);
    await next.release();
  });
});
