import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openForMaintenance } from '../../../src/core/database/maintenance.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import { renamePrefix } from '../../../src/core/database/rename-prefix.js';
import { stopBeforeStatement } from '../../support/stop-before-statement.js';
import { toVersion01 } from './our-tables.js';
import { describeDialects } from './test-database.js';
import { testMigrations } from './test-migrations.js';
import './test-tables.js';

async function rename(url: string, to: string, tablePrefix?: string): Promise<number> {
  const db = openForMaintenance({ url, tablePrefix }, { acceptsOther: true });
  const { tables } = await renamePrefix(db, to).finally(db.close);
  return tables.length;
}

describeDialects('renaming the tables of a site', (site) => {
  const isSqlite = site.dialect.name === 'sqlite';

  /** A site without a prefix, and a table of another program that refers to it. */
  async function prepared(migrations: readonly Migration[] = testMigrations): Promise<string> {
    const url = await site.url();
    const db = site.open(url, { tablePrefix: '' });
    await db.migrate('tests', migrations);
    await db.insertMany('samples', [{ slug: 'one' }, { slug: 'two' }, { slug: 'three' }]);
    await db.query.deleteFrom('samples').where('slug', '=', 'three').execute();
    await sql`
      create table orders (id integer primary key, sample_id ${sql.raw(isSqlite ? 'integer' : 'bigint')},
        foreign key (sample_id) references samples (id))`.execute(db.query);
    await sql`insert into orders values (1, 1)`.execute(db.query);
    await db.close();
    return url;
  }

  async function expectWhole(url: string, tablePrefix?: string, tables = ['counters', 'samples']): Promise<void> {
    const db = site.open(url, { tablePrefix });
    expect(await db.migrate('tests', testMigrations)).toEqual([]);
    expect((await db.about()).tables).toEqual(tables);
    expect(await db.query.selectFrom('samples').select(['id', 'slug']).execute()).toEqual([
      { id: 1, slug: 'one' },
      { id: 2, slug: 'two' },
    ]);
    await expect(sql`insert into orders values (2, 99)`.execute(db.query)).rejects.toThrow(/foreign key/i);
    await db.close();
  }

  it('keeps rows, ids and foreign keys, and can be undone', async () => {
    const url = await prepared();
    expect(await rename(url, 'mortise_')).toBe(5);
    await expectWhole(url);
    await expectWhole(url, 'mortise_');
    await expect(site.open(url, { tablePrefix: '' }).migrate('tests', testMigrations)).rejects.toMatchObject({
      code: 'database_prefix_differs',
    });
    expect(await rename(url, 'mortise_')).toBe(0);
    // The configuration may already have the new prefix.
    await rename(url, 'shop_', 'shop_');
    await expectWhole(url, 'shop_');
    await rename(url, '');
    await expectWhole(url);
    const db = site.open(url);
    expect(await db.insert('samples', { slug: 'next' })).toBe(4);
  });

  it('leaves the old or the new names when it stops before any statement, and a second run completes it', async () => {
    const url = await prepared();
    for (let statements = 0; ; statements++) {
      const stop = stopBeforeStatement(statements);
      const error: unknown = await rename(url, 'mortise_').catch((thrown: unknown) => thrown);
      stop.end();
      if (typeof error === 'number') break;
      expect(stop.wasStopped(), String(error)).toBe(true);
      await expectWhole(url, '');
    }
    await expectWhole(url, 'mortise_');
  });

  it('works if a new name is the old name of another table', async () => {
    const url = await prepared();
    const db = site.open(url);
    const longer: Migration = {
      name: '0001_longer',
      up: (schema) => schema.raw(sql`create table x_counters (id integer primary key)`),
    };
    await db.migrate('longer', [longer]);
    expect(await rename(url, 'x_')).toBe(6);
    await rename(url, '');
    await expectWhole(url, '', ['counters', 'samples', 'x_counters']);
  });

  it('is rejected when a table of another program has one of the new names', async () => {
    const url = await prepared();
    const db = site.open(url);
    await sql`create table mortise_counters (id integer)`.execute(db.query);
    await expect(rename(url, 'mortise_')).rejects.toMatchObject({
      code: 'database_table_taken',
      message: expect.stringContaining('"mortise_counters"'),
    });
    await sql`drop table mortise_counters`.execute(db.query);
    await expectWhole(url, '');
  });

  it('is rejected while a table of version 0.1 belongs to a plugin that is not configured', async () => {
    const url = await site.url();
    const db = site.open(url, { tablePrefix: '' });
    await db.migrate('acme-shop', testMigrations);
    await toVersion01(db);
    await db.migrate('others', []);
    await expect(rename(url, 'mortise_')).rejects.toMatchObject({
      code: 'database_rename_blocked',
      message: expect.stringContaining('"acme_shop"'),
    });
  });

  it('includes views and triggers, or is rejected if the server would not update them', async () => {
    const each = sql.raw(
      isSqlite ? 'begin update counters set hits = 7; end' : 'for each row update counters set hits = 7',
    );
    const raw: Migration = {
      name: '0003_raw',
      async up(schema) {
        await schema.raw(sql`create trigger count_samples after insert on samples ${each}`);
        await schema.raw(sql`create view slugs as select slug from samples`);
        await schema.raw(sql`create index by_hits on counters (hits)`);
      },
    };
    const migrations = [...testMigrations, raw];
    const url = await prepared(migrations);
    const renamed = rename(url, 'mortise_');
    if (!isSqlite) {
      await expect(renamed).rejects.toMatchObject({
        code: 'database_rename_blocked',
        message: expect.stringMatching(/view "slugs".*trigger "count_samples"/),
      });
      return;
    }
    await renamed;
    const db = site.open(url);
    expect(await db.migrate('tests', migrations)).toEqual([]);
    await db.query.insertInto('counters').values({ site: 'a', name: 'b', hits: 1 }).execute();
    await db.insert('samples', { slug: 'more' });
    expect(await db.query.selectFrom('counters').select('hits').execute()).toEqual([{ hits: 7 }]);
    expect((await sql`select * from ${sql.table('slugs')}`.execute(db.query)).rows).toHaveLength(3);
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where type in ('index', 'view') and sql is not null`.execute(db.query);
    expect(rows.map(({ name }) => name).filter((name) => !name.startsWith('mortise_'))).toEqual([]);
    await sql`drop table orders`.execute(db.query);
    await db.dropOwned('tests');
    expect((await db.about()).tables).toEqual([]);
  });

  it('is rejected while another program depends on a view', async () => {
    const view: Migration = {
      name: '0001_view',
      up: (schema) => schema.raw(sql`create view slugs as select 1 as one`),
    };
    const url = await prepared();
    const db = site.open(url);
    await db.migrate('views', [view]);
    await sql`create view of_shop as select * from slugs`.execute(db.query);
    await expect(rename(url, 'mortise_')).rejects.toMatchObject({
      code: 'database_rename_blocked',
      message: expect.stringContaining('view "of_shop"'),
    });
    await sql`drop view of_shop`.execute(db.query);
    await rename(url, 'mortise_');
    expect((await sql`select * from mortise_slugs`.execute(db.query)).rows).toEqual([{ one: 1 }]);
    await expectWhole(url, 'mortise_');
  });
});
