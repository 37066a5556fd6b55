import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/core/database/database.js';
import { openForMaintenance } from '../../src/core/database/maintenance.js';
import { renamePrefix } from '../../src/core/database/rename-prefix.js';
import { startScript } from '../core/database/processes/start-script.js';
import { testMigrations } from '../core/database/test-migrations.js';
import { dialects, freshDatabase } from '../support/databases.js';
import { killPoints } from '../support/kill-loop.js';
import '../core/database/test-tables.js';

async function tablesOf(url: string): Promise<string[]> {
  const db = openForMaintenance({ url });
  const { objects } = await db.dialect.inspection.everything(db.executor).finally(db.close);
  return objects.flatMap(({ type, name }) => (type === 'table' ? [name] : [])).toSorted();
}

async function rename(url: string, prefix: string): Promise<void> {
  const db = openForMaintenance({ url });
  await renamePrefix(db, prefix).finally(db.close);
}

/** The rows of the site and of another program's table that refers to it, read by a new process of the site. */
async function contentsOf(url: string): Promise<unknown> {
  const db = createDatabase({ url });
  try {
    expect(await db.migrate('tests', testMigrations)).toEqual([]);
    await expect(sql`insert into orders values (2, 99)`.execute(db.query)).rejects.toThrow(/foreign key/i);
    return {
      samples: await db.query.selectFrom('samples').selectAll().orderBy('id').execute(),
      counters: await db.query.selectFrom('counters').selectAll().execute(),
      orders: (await sql`select * from orders`.execute(db.query)).rows,
    };
  } finally {
    await db.close();
  }
}

describe.each(dialects)('killed rename of the tables on $name', { timeout: 240_000 }, (dialect) => {
  it('leaves all old or all new names at any statement, and another run completes it', async () => {
    const { url, drop } = await freshDatabase(dialect);
    const renaming = (statements: number) =>
      startScript('../../../failure/processes/rename-site.ts', [url, 'shop_', String(statements)]);
    try {
      const db = createDatabase({ url, tablePrefix: '' });
      await db.migrate('tests', testMigrations);
      await db.insertMany('samples', [{ slug: 'one' }, { slug: 'two', title: 'Ünï 😀' }]);
      await db.query.insertInto('counters').values({ site: 'a', name: 'b', hits: 3 }).execute();
      const number = sql.raw(dialect.name === 'sqlite' ? 'integer' : 'bigint');
      await sql`
        create table orders (id integer primary key, sample_id ${number},
          foreign key (sample_id) references samples (id))`.execute(db.query);
      await sql`insert into orders values (1, 2)`.execute(db.query);
      await db.close();
      const [before, names] = [await contentsOf(url), await tablesOf(url)];
      const renamed = names.map((name) => (name === 'orders' ? name : `shop_${name}`)).toSorted();

      const count = Number(await renaming(-1).line());
      expect(await tablesOf(url)).toEqual(renamed);
      await rename(url, '');
      expect(await tablesOf(url)).toEqual(names);
      for (const statements of killPoints(count)) {
        await renaming(statements).killed();
        const found = await tablesOf(url);
        expect([names, renamed], `before statement ${statements} of ${count}`).toContainEqual(found);
        expect(await contentsOf(url)).toEqual(before);
        await rename(url, 'shop_');
        expect(await tablesOf(url)).toEqual(renamed);
        expect(await contentsOf(url)).toEqual(before);
        await rename(url, '');
      }
    } finally {
      await drop();
    }
  });
});
