import { sql } from 'kysely';
import { PoolConnection } from 'mysql2';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, type Database } from '../../../../src/core/database/database.js';
import { dialects, freshDatabase, MARIADB, type TestDatabase } from '../../../support/databases.js';
import { testMigrations } from '../test-migrations.js';

describe.skipIf(!dialects.includes(MARIADB))('MariaDB session', () => {
  let place: TestDatabase;
  let db: Database;
  /** Same database with a timeout of 300 ms. */
  let impatient: Database;
  beforeEach(async () => {
    place = await freshDatabase(MARIADB);
    db = createDatabase({ url: place.url });
    impatient = createDatabase({ url: place.url, timeout: 300 });
    await db.migrate('tests', testMigrations);
    for (const name of ['a', 'b']) await db.query.insertInto('counters').values({ site: 's', name }).execute();
  });
  afterEach(async () => {
    await impatient.close();
    await db.close();
    await place.drop();
  });

  it('uses strict mode, UTC and four-byte characters', async () => {
    const { rows } = await sql<Record<string, string>>`
      select @@session.time_zone as zone, @@session.sql_mode as mode, @@session.character_set_client as charset`.execute(
      db.query,
    );
    expect(rows[0]).toMatchObject({ zone: '+00:00', charset: 'utf8mb4' });
    expect(rows[0]?.mode).toContain('STRICT_ALL_TABLES');
    expect(rows[0]?.mode).toContain('ONLY_FULL_GROUP_BY');
  });

  it('uses at most pool.max connections', async () => {
    const narrow = createDatabase({ url: place.url, pool: { max: 1 }, timeout: 300 });
    try {
      await narrow.transaction(async () => {
        await expect(narrow.apart(() => connectionId(narrow))).rejects.toMatchObject({
          code: 'database_busy',
          message: expect.stringContaining('All 1 database connections'),
        });
      });
    } finally {
      await narrow.close();
    }
  });

  it('connects through socketPath instead of the host of the URL', async () => {
    const { rows } = await sql<{ socket: string }>`select @@socket as socket`.execute(db.query);
    const url = new URL(place.url);
    url.host = '127.0.0.1:1';
    const local = createDatabase({ url: url.href, socketPath: rows[0]?.socket });
    const away = createDatabase({ url: url.href, socketPath: '/nowhere/db.sock' });
    try {
      expect(await connectionId(local)).toBeGreaterThan(0);
      await expect(connectionId(away)).rejects.toMatchObject({
        code: 'database_unavailable',
        message: expect.stringContaining('/nowhere/db.sock'),
      });
    } finally {
      await Promise.all([local.close(), away.close()]);
    }
  });

  it('is encrypted with the option ssl, or fails on a server without encryption', async () => {
    const encrypted = createDatabase({ url: place.url, ssl: { rejectUnauthorized: false } });
    try {
      const { rows } = await sql<{ has: string }>`select @@have_ssl as has`.execute(db.query);
      const cipher = sql<{ Value: string }>`show status like 'Ssl_cipher'`.execute(encrypted.query);
      if (rows[0]?.has === 'YES') expect((await cipher).rows[0]?.Value).not.toBe('');
      else await expect(cipher).rejects.toMatchObject({ code: expect.stringMatching(/SSL|database_unavailable/) });
    } finally {
      await encrypted.close();
    }
  });

  it('ends after a statement timeout, and the next statement gets a new session', async () => {
    const before = await connectionId(impatient);
    await expect(sql`select sleep(3)`.execute(impatient.query)).rejects.toMatchObject({
      code: 'database_timeout',
      status: 503,
    });
    expect(await connectionId(impatient)).not.toBe(before);
  });

  it('retries a transaction whose commit fails with a deadlock, as a cluster reports conflicts', async () => {
    const { query } = PoolConnection.prototype;
    let refusals = 2;
    const spy = vi.spyOn(PoolConnection.prototype, 'query').mockImplementation(function (
      this: PoolConnection,
      ...parameters: unknown[]
    ) {
      const [{ sql: text }, answer] = parameters as [{ sql: string }, (error: Error) => void];
      if (text !== 'commit' || refusals === 0) return query.apply(this, parameters as never);
      refusals -= 1;
      const deadlock = Object.assign(new Error('Deadlock found'), { errno: 1213, code: 'ER_LOCK_DEADLOCK' });
      return query.apply(this, [{ sql: 'rollback' }, () => answer(deadlock)] as never);
    });
    let runs = 0;
    try {
      await db.transaction(async () => {
        runs += 1;
        await db.query
          .updateTable('counters')
          .set((eb) => ({ hits: eb('hits', '+', 1) }))
          .where('name', '=', 'a')
          .execute();
      });
    } finally {
      spy.mockRestore();
    }
    expect(runs).toBe(3);
    const row = await db.query.selectFrom('counters').select('hits').where('name', '=', 'a').executeTakeFirst();
    expect(row?.hits).toBe(1);
  });

  it('stores nothing of a transaction after a statement timed out in it', async () => {
    const attempt = impatient.transaction(async () => {
      await impatient.insertOne('samples', { slug: 'lost' });
      await sql`select sleep(3)`.execute(impatient.query).catch(() => undefined);
      await impatient.insertOne('samples', { slug: 'also lost' });
    });
    await expect(attempt).rejects.toMatchObject({ code: 'database_timeout' });
    expect(await db.query.selectFrom('samples').selectAll().execute()).toEqual([]);
  });

  it('stores nothing of a transaction after the server killed the session, and reports it', async () => {
    const attempt = db.transaction(async () => {
      await db.insertOne('samples', { slug: 'lost' });
      await sql`kill ${sql.lit(await connectionId(db))}`.execute(impatient.query);
      await db.insertOne('samples', { slug: 'also lost' });
    });
    await expect(attempt).rejects.toMatchObject({ code: 'database_unavailable', status: 503 });
    expect(await db.query.selectFrom('samples').selectAll().execute()).toEqual([]);
  });

  it('retries a transaction that lost a deadlock', async () => {
    const runs = await deadlock(async (step) => step());
    expect(runs).toBe(3);
    expect(await hits()).toEqual([2, 2]);
  });

  it('stores nothing more after a lost deadlock, even when the work catches the error', async () => {
    const runs = await deadlock(async (step) => {
      await step().catch(() => undefined);
      await db.query
        .insertInto('counters')
        .values({ site: 's', name: `mark-${Math.random()}` })
        .execute();
    });
    expect(runs).toBe(3);
    expect(await hits()).toEqual([2, 2, 0, 0]);
  });

  it('times out with database_busy when all connections are in use, and loses none', async () => {
    for (let round = 0; round < 2; round++) {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holders = Array.from({ length: 10 }, () => impatient.transaction(() => released));
      await expect(impatient.now()).rejects.toMatchObject({ code: 'database_busy', status: 503 });
      release();
      await Promise.all(holders);
    }
  });

  it('retries a statement outside a transaction after a deadlock', async () => {
    const runs = await db.query.connection().execute(async (connection) => {
      await sql`begin not atomic
        set @runs = coalesce(@runs, 0) + 1;
        if @runs < 3 then signal sqlstate '40001' set mysql_errno = 1213; end if;
      end`.execute(connection);
      const { rows } = await sql<{ runs: number }>`select @runs as runs`.execute(connection);
      return rows[0]?.runs;
    });
    expect(runs).toBe(3);
  });

  it('keeps statements and their values out of errors', async () => {
    const failing = sql`insert into nowhere (password) values (${'hunter2'})`.execute(db.query);
    const error = await failing.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(Object.entries(error as Error))).not.toContain('hunter2');
  });

  /**
   * Runs two transactions that lock `a` and `b` in opposite order and meet in between; `second` takes the second lock.
   * Returns the total number of runs.
   */
  async function deadlock(second: (step: () => Promise<unknown>) => Promise<unknown>): Promise<number> {
    let runs = 0;
    let arrived = 0;
    let meet: () => void = () => undefined;
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const step = (name: string) =>
      db.query
        .updateTable('counters')
        .set(({ eb }) => ({ hits: eb('hits', '+', 1) }))
        .where('site', '=', 's')
        .where('name', '=', name)
        .execute();
    const both = (first: string, last: string) =>
      db.transaction(async () => {
        runs += 1;
        await step(first);
        arrived += 1;
        if (arrived >= 2) meet();
        await met;
        await second(() => step(last));
      });
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    return runs;
  }

  async function hits(): Promise<number[]> {
    const rows = await db.query.selectFrom('counters').select('hits').orderBy('name').execute();
    return rows.map((row) => row.hits);
  }
});

async function connectionId(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(db.query);
  return rows[0]?.id ?? 0;
}
