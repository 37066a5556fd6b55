import { describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/core/database/database.js';
import { deferred } from '../../support/deferred.js';
import { startScript } from './processes/start-script.js';
import { describeDialects } from './test-database.js';
import { testMigrations } from './test-migrations.js';

describeDialects('transactions side by side', (site) => {
  it('are invisible to readers before the commit and do not block them', async () => {
    const db = await site.database();
    const gate = createGate();
    const writing = db.transaction(async () => {
      await db.insertOne('samples', { slug: 'a' });
      gate.reach();
      await gate.opened;
    });
    await gate.reached;
    expect(await count(db)).toBe(0);
    gate.open();
    await writing;
    expect(await count(db)).toBe(1);
  });

  it('do not include writes of other tasks', async () => {
    const db = await site.database();
    const gate = createGate();
    const failing = db.transaction(async () => {
      await db.insertOne('samples', { slug: 'undone' });
      gate.reach();
      await gate.opened;
      throw new Error('no');
    });
    await gate.reached;
    const other = db.query.insertInto('counters').values({ site: 's', name: 'n' }).execute();
    gate.open();
    await expect(failing).rejects.toThrow('no');
    await other;
    expect(await count(db)).toBe(0);
    expect(await db.query.selectFrom('counters').selectAll().execute()).toHaveLength(1);
  });

  it('lose no increment of a counter with twenty concurrent writers', async () => {
    const db = await site.database();
    await db.query.insertInto('counters').values({ site: 's', name: 'n' }).execute();
    const step = () =>
      db.transaction(async () => {
        await db.query
          .updateTable('counters')
          .set(({ eb }) => ({ hits: eb('hits', '+', 1) }))
          .execute();
        await db.query.selectFrom('counters').selectAll().execute();
      });
    await Promise.all(Array.from({ length: 20 }, step));
    expect(await db.query.selectFrom('counters').select('hits').execute()).toEqual([{ hits: 20 }]);
  });

  it('lose no increment of a counter that is read for update and then written', async () => {
    const db = await site.database();
    await db.query.insertInto('counters').values({ site: 's', name: 'n' }).execute();
    const step = () =>
      db.transaction(async () => {
        const { hits } = await db.query.selectFrom('counters').select('hits').forUpdate().executeTakeFirstOrThrow();
        await db.query
          .updateTable('counters')
          .set({ hits: hits + 1 })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, step));
    expect(await db.query.selectFrom('counters').select('hits').execute()).toEqual([{ hits: 20 }]);
  });

  it('lose no increment of a counter across two processes', async () => {
    const url = await site.url();
    const db = site.open(url);
    await db.migrate('tests', testMigrations);
    await db.query.insertInto('counters').values({ site: 's', name: 'n' }).execute();
    const scripts = [startScript('count.ts', [url, '25']), startScript('count.ts', [url, '25'])];
    for (const script of scripts) expect(await script.line()).toBe('done');
    expect(await db.query.selectFrom('counters').select('hits').execute()).toEqual([{ hits: 50 }]);
  });

  it('both succeed when they lock the same rows in opposite order', async () => {
    const db = await site.database();
    for (const name of ['a', 'b']) await db.query.insertInto('counters').values({ site: 's', name }).execute();
    const step = (name: string) =>
      db.query
        .updateTable('counters')
        .set(({ eb }) => ({ hits: eb('hits', '+', 1) }))
        .where('name', '=', name)
        .execute();
    const both = (first: string, second: string) =>
      db.transaction(async () => {
        await step(first);
        await step(second);
      });
    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? both('a', 'b') : both('b', 'a'))));
    expect(await db.query.selectFrom('counters').select('hits').execute()).toEqual([{ hits: 10 }, { hits: 10 }]);
  });
});

describe('in-memory database', () => {
  it('makes readers wait for a transaction and shows them no uncommitted rows', async () => {
    const db = createDatabase({ url: 'sqlite::memory:' });
    await db.migrate('tests', testMigrations);
    const gate = createGate();
    const failing = db.transaction(async () => {
      await db.insertOne('samples', { slug: 'undone' });
      gate.reach();
      await gate.opened;
      throw new Error('no');
    });
    await gate.reached;
    const reading = count(db);
    gate.open();
    await expect(failing).rejects.toThrow('no');
    expect(await reading).toBe(0);
    await db.close();
  });

  it('rejects a transaction that waits for a write outside it', async () => {
    const db = createDatabase({ url: 'sqlite::memory:', timeout: 20 });
    await db.migrate('tests', testMigrations);
    const gate = createGate();
    const outside = gate.reached.then(() => db.insertOne('samples', { slug: 'outside' }));
    const circle = db.transaction(async () => {
      gate.reach();
      await outside;
    });
    await expect(circle).rejects.toMatchObject({ code: 'database_busy', status: 503 });
    await db.close();
  });
});

async function count(db: Database): Promise<number> {
  return (await db.query.selectFrom('samples').selectAll().execute()).length;
}

/** Pauses a task in the middle: the task reaches the gate, the test opens it. */
function createGate() {
  const { promise: reached, resolve: reach } = deferred();
  const { promise: opened, resolve: open } = deferred();
  return { reached, reach, opened, open };
}
