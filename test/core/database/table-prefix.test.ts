import { sql } from 'kysely';
import { sql as newerSql } from 'kysely-0.29';
import { expect, it } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import { toVersion01 } from './our-tables.js';
import { describeDialects, type TestSite } from './test-database.js';
import { testMigrations } from './test-migrations.js';
import './test-tables.js';

async function storedTables({ dialect }: TestSite, db: Database): Promise<string[]> {
  const { rows } = await (dialect.name === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`
    : sql<{ name: string }>`
        select table_name as name from information_schema.tables where table_schema = database()`
  ).execute(db.query);
  return rows.map(({ name }) => name).toSorted();
}

const TABLES = ['counters', 'samples', 'schema_migrations', 'schema_objects', 'transfer_marker'];
const withPrefix = (prefix: string) => TABLES.map((name) => `${prefix}${name}`);

describeDialects('the table prefix', (site) => {
  it('is mortise_ in a new database, and the configured one if there is one', async () => {
    expect(await storedTables(site, await site.database())).toEqual(withPrefix('mortise_'));
    expect(await storedTables(site, await site.database({ tablePrefix: 'shop_' }))).toEqual(withPrefix('shop_'));
    expect(await storedTables(site, await site.database({ tablePrefix: '' }))).toEqual(TABLES);
  });

  it.each(['', 'shop_', 'mortise_'])('is read from a database that has tables with %j', async (tablePrefix) => {
    const url = await site.url();
    await site.open(url, { tablePrefix }).migrate('tests', testMigrations);
    const db = site.open(url);
    await db.insertMany('samples', [{ slug: 'one' }, { slug: 'two' }]);
    expect(await db.migrate('tests', testMigrations)).toEqual([]);
    const slugs = await site.open(url, { tablePrefix }).query.selectFrom('samples').select('slug').execute();
    expect(slugs).toEqual([{ slug: 'one' }, { slug: 'two' }]);
    expect(await storedTables(site, db)).toEqual(withPrefix(tablePrefix));
  });

  it('is empty in a database of version 0.1', async () => {
    const url = await site.url();
    const old = site.open(url, { tablePrefix: '' });
    await old.migrate('tests', testMigrations);
    await old.insert('samples', { slug: 'old' });
    await toVersion01(old);
    const db = site.open(url);
    expect(await db.migrate('tests', testMigrations)).toEqual([]);
    expect(await db.query.selectFrom('samples').select('slug').execute()).toEqual([{ slug: 'old' }]);
    expect(await storedTables(site, db)).toEqual(TABLES);
  });

  it('stops the start if the configured one differs, and nothing is changed', async () => {
    const url = await site.url();
    await site.open(url, { tablePrefix: 'shop_' }).migrate('tests', testMigrations);
    const db = site.open(url, { tablePrefix: 'store_' });
    const differs = {
      code: 'database_prefix_differs',
      status: 409,
      message: expect.stringMatching(/"shop_".*"store_".*mortise db rename --prefix=store_/),
    };
    await expect(db.migrate('tests', testMigrations)).rejects.toMatchObject(differs);
    await expect(db.query.selectFrom('samples').selectAll().execute()).rejects.toMatchObject(differs);
    expect(await storedTables(site, db)).toEqual(withPrefix('shop_'));
  });

  it('keeps tables of other programs apart that have the names without it', async () => {
    const url = await site.url();
    const db = site.open(url);
    await sql`create table samples (note varchar(40))`.execute(db.query);
    await sql`create table schema_objects (name varchar(40))`.execute(db.query);
    await sql`insert into samples values ('of the site')`.execute(db.query);
    await db.migrate('tests', testMigrations);
    await db.insert('samples', { slug: 'ours' });
    expect(await db.query.selectFrom('samples').select('slug').execute()).toEqual([{ slug: 'ours' }]);
    expect((await sql`select * from samples`.execute(db.query)).rows).toEqual([{ note: 'of the site' }]);
    await db.dropOwned('tests');
    expect(await storedTables(site, db)).toEqual([...withPrefix('mortise_').slice(2), 'samples', 'schema_objects']);
  });

  it('is added to tables, columns, aliases and common table expressions alike', async () => {
    const url = await site.url();
    await site.open(url).migrate('tests', testMigrations);
    // Its first queries are built before it has read the prefix.
    const db = site.open(url);
    const compiled = db.query.selectFrom('samples').select('samples.slug').where('samples.count', '=', 1).compile();
    await db.insert('samples', { slug: 'one', count: 1 });
    expect((await db.query.executeQuery(compiled)).rows).toEqual([{ slug: 'one' }]);
    expect((await db.query.executeQuery({ ...compiled, parameters: [2] })).rows).toEqual([]);
    const { query } = db;
    const hiding = query.selectFrom('samples as counters').select('counters.slug').where('counters.count', '=', 1);
    expect(await hiding.execute()).toEqual([{ slug: 'one' }]);
    const common = query.with('counters', (of) => of.selectFrom('samples').select('samples.slug as name'));
    expect(await common.selectFrom('counters').select('counters.name').execute()).toEqual([{ name: 'one' }]);
    const column = query.selectFrom('samples').select((of) => of.selectFrom('counters').select('hits').as('counters'));
    expect(await column.execute()).toEqual([{ counters: null }]);
    const named = sql`select ${sql.ref('samples.slug')} from ${sql.table('samples')} where slug = 'samples.slug'`;
    expect((await named.execute(query)).rows).toEqual([]);
    expect(query.selectFrom('samples').selectAll('samples').compile().sql).toMatch(
      /^select .mortise_samples.\.\* from .mortise_samples.$/,
    );
  });

  it('is added to names in statements of another version of kysely', async () => {
    const { query, insert } = await site.database();
    await insert('samples', { slug: 'one' });
    const statement = newerSql`select ${newerSql.ref('samples.slug')} from ${newerSql.table('samples')}`;
    expect((await statement.execute(query as never)).rows).toEqual([{ slug: 'one' }]);
  });

  it('is added to the names in raw statements of migrations, but not to strings and columns', async () => {
    const db = site.open(await site.url());
    const raw: Migration = {
      name: '0003_raw',
      async up(schema) {
        await schema.raw(sql`create table tallies (id integer primary key, samples varchar(40))`);
        await schema.raw(sql`insert into tallies select id, 'from samples' from samples where samples.slug = 'one'`);
        await schema.raw(sql`alter table tallies rename column samples to counters`);
        await schema.raw(sql`create index tallies_by_text on tallies (counters)`);
        await schema.raw(sql`create view shown as select tallies.counters from tallies`);
      },
    };
    await db.migrate('tests', testMigrations);
    await db.insert('samples', { slug: 'one' });
    await db.migrate('tests', [...testMigrations, raw]);
    expect((await sql`select * from ${sql.table('shown')}`.execute(db.query)).rows).toEqual([
      { counters: 'from samples' },
    ]);
    expect((await sql`select * from mortise_shown`.execute(db.query)).rows).toHaveLength(1);
    expect(await db.migrate('tests', [...testMigrations, raw])).toEqual([]);
    await db.dropOwned('tests');
    expect(await storedTables(site, db)).toEqual(withPrefix('mortise_').slice(2));
  });
});
