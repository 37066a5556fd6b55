import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { createTestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/core/database/database.js';
import { openForMaintenance } from '../../../src/core/database/maintenance.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import { RECORD_TABLES } from '../../../src/core/database/schema-record.js';
import { CORE_MIGRATIONS, siteMigrations } from '../../../src/core/host/core-migrations.js';
import { affiliate, bank, knowledgeBase, watermark } from '../../../src/plugins.js';
import { dialects, freshDatabase, type TestDialect } from '../../support/databases.js';
import { namesOf, toVersion01 } from './our-tables.js';
import { describeDialects, stored } from './test-database.js';
import { testMigrations } from './test-migrations.js';
import { samplesTable } from './test-tables.js';

const PLUGINS = [knowledgeBase(), bank(), affiliate(), watermark()];
const OWNERS = siteMigrations(PLUGINS);

const untyped = (db: Database) => db.query as unknown as Kysely<unknown>;

async function tableNames(dialect: TestDialect, db: Database): Promise<string[]> {
  const { rows } = await (dialect.name === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by 1`
    : sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = database() order by 1`
  ).execute(untyped(db));
  return rows.map(({ name }) => name).toSorted();
}

const SITE_ROWS = [{ id: 7, note: 'of the site' }];

async function createSiteTable(db: Database, name: string): Promise<void> {
  await sql`create table ${sql.table(name)} (id integer primary key, note varchar(40))`.execute(db.query);
  await sql`insert into ${sql.table(name)} values (7, 'of the site')`.execute(db.query);
}

async function rowsOf(db: Database, name: string): Promise<unknown[]> {
  return (await sql`select * from ${sql.table(name)}`.execute(db.query)).rows;
}

describeDialects('a database that another program uses too', (site) => {
  it('is rejected for each name that Mortise needs, and stays unchanged', { timeout: 240_000 }, async () => {
    const names = await namesOf(OWNERS);
    expect(names.length).toBeGreaterThan(80);
    const db = site.open(await site.url());
    for (const name of names.map(stored)) {
      await createSiteTable(db, name);
      const start = db.migrateAll(CORE_MIGRATIONS, siteMigrations(PLUGINS));
      await expect(start, name).rejects.toMatchObject({
        code: 'database_table_taken',
        status: 409,
        message: expect.stringMatching(new RegExp(`"${name}".*separate database.*rename`)),
      });
      expect(await tableNames(site.dialect, db)).toEqual([name]);
      expect(await rowsOf(db, name)).toEqual(SITE_ROWS);
      await sql`drop table ${sql.table(name)}`.execute(db.query);
    }
    await db.migrateAll(CORE_MIGRATIONS);
  });

  it('is rejected when a view, or a table in another case, has a name that Mortise needs', async () => {
    const db = site.open(await site.url());
    await sql`create view ${sql.table(stored('samples'))} as select 1 as one`.execute(db.query);
    await expect(db.migrate('tests', testMigrations)).rejects.toMatchObject({ code: 'database_table_taken' });
    await sql`drop view ${sql.table(stored('samples'))}`.execute(db.query);
    await createSiteTable(db, stored('Samples'));
    const start = db.migrate('tests', testMigrations);
    // MariaDB treats them as two tables unless lower_case_table_names is set.
    if (site.dialect.name === 'sqlite') await expect(start).rejects.toMatchObject({ code: 'database_table_taken' });
    else expect(await start).toHaveLength(2);
    expect(await rowsOf(db, stored('Samples'))).toEqual(SITE_ROWS);
  });

  it('keeps a "settings" table of the site, which earlier versions copied and dropped', async () => {
    const db = site.open(await site.url(), { tablePrefix: '' });
    await sql`create table settings (owner varchar(60), name varchar(60), value text, modified_at varchar(23))`.execute(
      db.query,
    );
    await sql`insert into settings values ('shop', 'fee', '1', 'today')`.execute(db.query);
    await db.migrateAll(CORE_MIGRATIONS);
    expect(await rowsOf(db, 'settings')).toEqual([{ owner: 'shop', name: 'fee', value: '1', modified_at: 'today' }]);
    expect(await rowsOf(db, 'options')).toEqual([]);
  });

  it('keeps tables that migrations would alter or drop but did not create', async () => {
    const db = site.open(await site.url());
    await createSiteTable(db, stored('orders'));
    const attempt = (up: Migration['up']) => db.migrate('tests', [{ name: '0001_orders', up }]);
    await attempt((schema) => schema.dropTable('orders'));
    const refused = { code: 'database_table_taken' };
    const more = (name: string, up: Migration['up']) =>
      db.migrate('tests', [
        { name: '0001_orders', up: async () => undefined },
        { name, up },
      ]);
    await expect(more('0002', (schema) => schema.raw(sql`drop table if exists orders`))).rejects.toMatchObject(refused);
    await expect(
      more('0002', (schema) => schema.raw(sql`alter table orders add column more integer`)),
    ).rejects.toMatchObject(refused);
    const orders = { ...samplesTable, name: 'orders' };
    await expect(more('0002', (schema) => schema.addColumn(orders, 'title'))).rejects.toMatchObject(refused);
    await expect(more('0002', (schema) => schema.createTable(orders))).rejects.toMatchObject(refused);
    expect(await rowsOf(db, stored('orders'))).toEqual(SITE_ROWS);
  });
});

describeDialects('the record of a schema', (site) => {
  it('lists every table, index and view that migrations created, with its owner', async () => {
    const db = site.open(await site.url());
    const view: Migration = { name: '0003_view', up: (schema) => schema.raw(sql`create view many as select 1 as one`) };
    await db.migrate('acme-tests', [...testMigrations, view]);
    const rows = await sql<{ name: string; type: string; status: string }>`
      select name, type, status from ${sql.table('schema_objects')} where owner = 'acme_tests' order by type, name`.execute(
      db.query,
    );
    expect(rows.rows.map(({ name, type, status }) => `${type} ${name} ${status}`)).toEqual(
      expect.arrayContaining([
        'index samples_count_seen_at_index present',
        'table counters present',
        'table samples present',
        'view many present',
      ]),
    );
    expect((await db.about()).tables).toEqual(['counters', 'samples']);
  });

  it.each([
    ['a table', sql`drop table ${sql.table('counters')}`, 'table "mortise_counters"'],
    ['a column', sql`alter table ${sql.table('samples')} drop column body`, 'column "mortise_samples.body"'],
  ])('stops the start when %s is missing, and names it', async (_, statement, named) => {
    const url = await site.url();
    const db = site.open(url);
    await db.migrate('tests', testMigrations);
    await statement.execute(db.query);
    await expect(db.migrate('tests', testMigrations)).rejects.toMatchObject({
      code: 'database_schema_damaged',
      message: expect.stringContaining(named),
    });
    const later: Migration = { name: '0003_later', up: (schema) => schema.raw(sql`delete from samples`) };
    await expect(db.migrate('tests', [...testMigrations, later])).rejects.toMatchObject({
      code: 'database_schema_damaged',
    });
  });

  it('stops the start when a part of the record itself is missing', async () => {
    const db = site.open(await site.url());
    await db.migrate('tests', testMigrations);
    await sql`drop table ${sql.table('schema_migrations')}`.execute(db.query);
    await expect(db.migrate('tests', testMigrations)).rejects.toMatchObject({
      code: 'database_schema_damaged',
      message: expect.stringContaining('"mortise_schema_migrations"'),
    });
  });

  it('tracks columns dropped and tables renamed by raw statements', async () => {
    const db = site.open(await site.url());
    const steps: Migration[] = [
      { name: '0003_drop', up: (schema) => schema.raw(sql`alter table samples drop column body`) },
      { name: '0004_rename', up: (schema) => schema.raw(sql`alter table counters rename to tallies`) },
    ];
    await db.migrate('tests', [...testMigrations, ...steps]);
    expect(await db.migrate('tests', [...testMigrations, ...steps])).toEqual([]);
    expect((await db.about()).tables).toEqual(['samples', 'tallies']);
  });
});

describeDialects('a database of version 0.1', (site) => {
  const old = async () => {
    const url = await site.url();
    const before = site.open(url, { tablePrefix: '' });
    await before.migrateAll([...CORE_MIGRATIONS, ['tests', testMigrations]]);
    await before.insertOne('samples', { slug: 'one' });
    await toVersion01(before);
    return { url, db: site.open(url) };
  };
  const owners = [...CORE_MIGRATIONS, ['tests', testMigrations]] as const;

  it('is adopted once with all its contents', async () => {
    const { db } = await old();
    const before = await tableNames(site.dialect, db);
    expect(await db.migrateAll(owners)).toEqual([]);
    expect(await rowsOf(db, 'samples')).toHaveLength(1);
    const after = await tableNames(site.dialect, db);
    expect(after).toEqual(
      [
        ...before.filter((name) => !/_migration(_lock)?$/.test(name)),
        ...RECORD_TABLES.map(({ name }) => name),
      ].toSorted(),
    );
    expect(await db.migrateAll(owners)).toEqual([]);
    await sql`drop table ${sql.table('samples')}`.execute(db.query);
    await expect(db.migrateAll(owners)).rejects.toMatchObject({ code: 'database_schema_damaged' });
  });

  it.each([
    ['a column more', sql`alter table ${sql.table('samples')} add column note text`, 'column "samples.note"'],
    ['a column less', sql`alter table ${sql.table('samples')} drop column title`, 'column "samples.title" is missing'],
    ['a table less', sql`drop table ${sql.table('samples')}`, 'table "samples" is missing'],
  ])('is rejected with %s, and stays unchanged', async (_, statement, named) => {
    const { db } = await old();
    await statement.execute(db.query);
    const before = await tableNames(site.dialect, db);
    await expect(db.migrateAll(owners)).rejects.toMatchObject({
      code: 'database_adoption_failed',
      status: 409,
      message: expect.stringContaining(named),
    });
    expect(await tableNames(site.dialect, db)).toEqual(before);
  });
});

describe.each(dialects)('site in a shared database on $name', { timeout: 240_000 }, (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  it('keeps tables of the site with plugin prefixes when a plugin is uninstalled', async () => {
    const { url, drop } = await freshDatabase(dialect);
    cleanups.push(drop);
    const db = createDatabase({ url });
    cleanups.push(db.close);
    for (const name of ['bank_customers', 'kb_notes'].map(stored)) await createSiteTable(db, name);
    const host = await createTestHost({ database: url, plugins: PLUGINS });
    cleanups.push(host.close);
    await host.lifecycle.deactivate('bank');
    await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
    const listed = await host.lifecycle.tables('bank');
    expect(listed.map(({ table }) => table)).toContain('bank_transactions');
    const exportTo = path.join(tmpdir(), `ownership-${Date.now()}`);
    cleanups.push(() => rm(exportTo, { recursive: true, force: true }));
    const { tables, exported } = await host.lifecycle.uninstall('bank', { exportTo });
    expect(tables.toSorted()).toEqual(listed.map(({ table }) => table).toSorted());
    expect(exported?.tables.map(({ table }) => table).toSorted()).toEqual(tables.toSorted());
    for (const name of ['bank_customers', 'kb_notes'].map(stored)) expect(await rowsOf(db, name)).toEqual(SITE_ROWS);
  });

  it.each([
    ['foreign key', 'a foreign key of another program refers to one of its tables'],
    ['trigger', 'a trigger of another program is on one of its tables'],
  ])('refuses to uninstall a plugin while a %s depends on it: %s', async (type) => {
    const { url, drop } = await freshDatabase(dialect);
    cleanups.push(drop);
    const host = await createTestHost({ database: url, plugins: [bank()] });
    cleanups.push(host.close);
    await host.lifecycle.deactivate('bank');
    const each = sql.raw(dialect.name === 'sqlite' ? 'begin select 1; end' : 'for each row set @a = 1');
    await (type === 'trigger'
      ? sql`create trigger site_audit after delete on ${sql.table('bank_transactions')} ${each}`
      : sql`create table orders (id bigint, foreign key (id) references ${sql.table('bank_transactions')} (id))`
    ).execute(host.db.query);
    const { tables } = await host.db.about();
    await expect(host.lifecycle.uninstall('bank', { exportTo: null })).rejects.toMatchObject({
      code: 'database_table_referenced',
      message: expect.stringContaining(type),
    });
    expect((await host.db.about()).tables).toEqual(tables);
    await host.lifecycle.activate('bank');
  });

  it('keeps its own tables when a backup is restored over the site', async () => {
    const { url, drop } = await freshDatabase(dialect);
    cleanups.push(drop);
    const db = createDatabase({ url });
    cleanups.push(db.close);
    await createSiteTable(db, stored('customers'));
    await db.migrate('tests', testMigrations);
    const maintained = openForMaintenance(url);
    cleanups.push(maintained.close);
    await maintained.changeSchema([['tests', testMigrations]], (change) => change.drop());
    expect((await tableNames(dialect, db)).toSorted()).toEqual(
      ['customers', ...RECORD_TABLES.map(({ name }) => name)].map(stored).toSorted(),
    );
    expect(await rowsOf(db, stored('customers'))).toEqual(SITE_ROWS);
  });
});
