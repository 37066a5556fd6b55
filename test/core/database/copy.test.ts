import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../../src/core/database/database.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import type { TableDefinition } from '../../../src/core/database/tables.js';
import { type CopiedTable, type CopyOptions, copyDatabase } from '../../../src/core/database/transfer/copy.js';
import { CORE_MIGRATIONS } from '../../../src/core/host/core-migrations.js';
import { dialects, freshDatabase } from '../../support/databases.js';
import { describeDialects, stored } from './test-database.js';
import { testMigrations } from './test-migrations.js';
import { samplesTable } from './test-tables.js';

const migrations = [['tests', testMigrations]] as const;

function copy(options: Pick<CopyOptions, 'from' | 'to'> & Partial<CopyOptions>): Promise<CopiedTable[]> {
  return copyDatabase({
    migrations,
    resume: false,
    signal: new AbortController().signal,
    progress: () => ({ advance: () => undefined, stop: () => undefined }),
    ...options,
  });
}

/** Changes a row from another process and waits for it. */
function spoil(url: string): void {
  const statement = JSON.stringify(`update ${stored('samples')} set body = 'wrong'`);
  const code = url.startsWith('sqlite:')
    ? `new (require('libsql'))(${JSON.stringify(url.slice('sqlite:'.length))}).exec(${statement})`
    : `const there = require('mysql2').createConnection(${JSON.stringify(url)}); there.query(${statement}, () => there.end())`;
  execFileSync(process.execPath, ['--input-type=commonjs', '--eval', code]);
}

/** Texts that a driver might truncate, round, fold, escape or misinterpret. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    'a ',
    "it's",
    '\\',
    '\\n',
    '%_',
    '?',
    ':x',
    '{"a":1}',
    'null',
    '😀🏳️‍🌈',
    'Ünï',
    '\u0001\u2028',
  ),
);
const moment = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().replace('T', ' ').slice(0, -1));
const sample = fc.record({
  title: fc.option(text.map((value) => [...value].slice(0, 80).join(''))),
  body: text,
  count: fc.maxSafeInteger(),
  size: fc.maxSafeInteger(),
  active: fc.constantFrom(0, 1),
  document: fc.json(),
  seen_at: fc.option(moment),
});

describe.each(dialects)('database copy from $name', (from) => {
  it.each(dialects)('to $name keeps every value of every type', { timeout: 240_000 }, async (to) => {
    await fc.assert(
      fc.asyncProperty(fc.array(sample, { maxLength: 30 }), async (samples) => {
        const source = await freshDatabase(from);
        const target = await freshDatabase(to);
        const sourceDb = createDatabase({ url: source.url });
        const targetDb = createDatabase({ url: target.url });
        try {
          await sourceDb.migrate('tests', testMigrations);
          for (const [index, row] of samples.entries()) {
            await sourceDb.query
              .insertInto('samples')
              .values({ ...row, slug: `slug-${index} ` })
              .execute();
          }
          const copied = await copy({ from: source.url, to: target.url });
          expect(copied.find(({ table }) => table === 'samples')?.rows).toBe(samples.length);
          const rows = (db: typeof sourceDb) => db.query.selectFrom('samples').selectAll().orderBy('id').execute();
          expect(await rows(targetDb)).toEqual(await rows(sourceDb));
          expect((await targetDb.about()).migrations).toEqual((await sourceDb.about()).migrations);
        } finally {
          await sourceDb.close();
          await targetDb.close();
          await source.drop();
          await target.drop();
        }
      }),
      { numRuns: process.env.MORTISE_FULL ? 60 : 8 },
    );
  });
});

describeDialects('a copy into a database', (site) => {
  const source = async () => {
    const url = await site.url();
    const db = site.open(url);
    await db.migrate('tests', testMigrations);
    return { url, db };
  };

  it('handles tables larger than a batch and long texts', async () => {
    const { url, db } = await source();
    const long = 'Ä😀'.repeat(700_000);
    await db.transaction(async () => {
      for (let index = 0; index < 2500; index++) {
        await db.query
          .insertInto('counters')
          .values({ site: `s${index % 7}`, name: `n${index}`, hits: index })
          .execute();
      }
      for (const slug of ['one', 'two', 'three'])
        await db.query.insertInto('samples').values({ slug, body: long }).execute();
    });
    const to = await site.url();
    const batches: number[] = [];
    const progress = (label: string) => ({
      advance: (rows: number) => void (label === 'Copying' && batches.push(rows)),
      stop: () => undefined,
    });
    await copy({ from: url, to, progress });
    expect(batches).toEqual([1000, 1000, 500, 1, 1, 1]);
    const targetDb = site.open(to);
    const [row] = await targetDb.query.selectFrom('samples').select('body').where('slug', '=', 'three').execute();
    expect(row?.body).toBe(long);
    const sum = await targetDb.query.selectFrom('counters').select(sql<number>`sum(hits)`.as('sum')).executeTakeFirst();
    expect(Number(sum?.sum)).toBe((2499 * 2500) / 2);
  });

  it.each([
    ['', undefined, 'mortise_'],
    ['', 'shop_', 'shop_'],
    ['shop_', '', ''],
  ])('renames the tables from the prefix %j to %j', async (before, tablePrefix, after) => {
    const source = await site.url();
    const db = site.open(source, { tablePrefix: before });
    await db.migrate('tests', testMigrations);
    await db.insertMany('samples', [{ slug: 'one' }, { slug: 'two' }]);
    const to = await site.url();
    await copy({ from: source, to: { url: to, tablePrefix } });
    const copied = site.open(to);
    expect(await copied.migrate('tests', testMigrations)).toEqual([]);
    expect(await copied.query.selectFrom('samples').selectAll().execute()).toEqual(
      await db.query.selectFrom('samples').selectAll().execute(),
    );
    const { rows } = await sql`select id from ${sql.id(`${after}samples`)}`.execute(copied.query);
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
    await expect(copy({ from: source, to: { url: to, tablePrefix } })).rejects.toMatchObject({
      code: 'database_copy_target_not_empty',
    });
  });

  it('keeps numbers beyond the safe integer range, and an ID of 0', async () => {
    const { url, db } = await source();
    await sql`insert into ${sql.table('samples')} (id, slug, size) values (0, 'zero', -9223372036854775807)`.execute(
      db.query,
    );
    await sql`insert into ${sql.table('samples')} (id, slug, size) values (9007199254740993, 'large', 9223372036854775807)`.execute(
      db.query,
    );
    const to = await site.url();
    await copy({ from: url, to });
    const { rows } =
      await sql`select cast(id as char) as id, cast(size as char) as size from ${sql.table('samples')} order by size`.execute(
        site.open(to).query,
      );
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: '0', size: '-9223372036854775807' },
        { id: '9007199254740993', size: '9223372036854775807' },
      ]),
    );
  });

  it('does not reuse the ID of a deleted row', async () => {
    const { url, db } = await source();
    for (const slug of ['a', 'b', 'c']) await db.insertOne('samples', { slug });
    await db.query.deleteFrom('samples').where('slug', '!=', 'a').execute();
    const to = await site.url();
    await copy({ from: url, to });
    expect(await site.open(to).insertOne('samples', { slug: 'd' })).toMatchObject({ id: 4 });
  });

  it('is a consistent snapshot, unaffected by concurrent writes', async () => {
    const { url, db } = await source();
    await db.insertMany(
      'samples',
      Array.from({ length: 1500 }, (_, index) => ({ slug: `slug-${index}` })),
    );
    const to = await site.url();
    let written: Promise<unknown> | undefined;
    const write = async () => {
      await db.insertOne('samples', { slug: 'late' });
      await db.query.deleteFrom('samples').where('id', '>', 1000).execute();
      await db.query.updateTable('samples').set({ body: 'changed' }).execute();
    };
    const progress = () => ({
      advance() {
        written ??= write();
      },
      stop: () => undefined,
    });
    const copied = await copy({ from: url, to, progress });
    await written;
    expect(copied.find(({ table }) => table === 'samples')?.rows).toBe(1500);
    const rows = await site.open(to).query.selectFrom('samples').select('body').execute();
    expect(new Set(rows.map(({ body }) => body))).toEqual(new Set(['']));
  });

  it('copies tables of removed plugins and the record of applied migrations', async () => {
    const { url, db } = await source();
    await db.insertOne('samples', { slug: 'kept', title: 'still here' });
    const to = await site.url();
    await copy({ from: url, to, migrations: CORE_MIGRATIONS });
    const targetDb = site.open(to);
    expect(await targetDb.query.selectFrom('samples').select(['slug', 'title', 'active']).execute()).toEqual([
      { slug: 'kept', title: 'still here', active: 1 },
    ]);
    expect(await targetDb.migrate('tests', testMigrations)).toEqual([]);
    expect(await targetDb.insertOne('samples', { slug: 'new' })).toMatchObject({
      id: 2,
      body: '',
      document: '{}',
      active: 1,
    });
    const again = targetDb.query.insertInto('samples').values({ slug: 'kept' }).execute();
    expect(targetDb.isUniqueViolation(await again.catch((error: unknown) => error))).toBe(true);
  });

  it('applies only the migrations that the source has', async () => {
    const url = await site.url();
    const db = site.open(url);
    await db.migrate('tests', testMigrations.slice(0, 1));
    const to = await site.url();
    expect((await copy({ from: url, to })).map(({ table }) => table)).toEqual(['samples']);
    expect(await site.open(to).migrate('tests', testMigrations)).toEqual(['0002_counters']);
  });

  it('handles a site of an earlier release that added its columns one by one', async () => {
    const url = await site.url();
    const db = site.open(url);
    const { title: _, ...columns } = samplesTable.columns;
    const create = (table: TableDefinition): Migration => ({
      name: '0001_samples',
      up: (schema) => schema.createTable(table),
    });
    const addTitle: Migration = { name: '0002_title', up: (schema) => schema.addColumn(samplesTable, 'title') };
    await db.migrate('tests', [create({ ...samplesTable, columns })]);
    await sql`insert into ${sql.table('samples')} (slug) values ('old')`.execute(db.query);
    const to = await site.url();
    const release = [create(samplesTable), addTitle];
    await copy({ from: url, to, migrations: [['tests', release]] });
    const targetDb = site.open(to);
    expect(await targetDb.migrate('tests', release)).toEqual(['0002_title']);
    expect(await targetDb.query.selectFrom('samples').select(['slug', 'title']).execute()).toEqual([
      { slug: 'old', title: null },
    ]);
  });

  it('rejects a target that is not empty', async () => {
    const { url } = await source();
    const other = await source();
    await expect(copy({ from: url, to: other.url })).rejects.toMatchObject({ code: 'database_copy_target_not_empty' });
    await expect(copy({ from: url, to: url, resume: true })).rejects.toMatchObject({
      code: 'database_copy_target_not_empty',
    });
    expect(await other.db.migrate('tests', testMigrations)).toEqual([]);
  });

  it('rejects tables that the schema builder cannot create', async () => {
    const { url, db } = await source();
    const things: Migration = {
      name: '0003_things',
      up: (schema) => schema.raw(sql`create table odd_things (id integer primary key, share double precision)`),
    };
    await db.migrate('tests', [...testMigrations, things]);
    await expect(copy({ from: url, to: await site.url() })).rejects.toMatchObject({
      code: 'database_table_foreign',
      data: { table: 'odd_things' },
    });
  });

  it('leaves out tables of other programs and keeps those of the target', async () => {
    const { url, db } = await source();
    await sql`create table site_orders (id integer primary key, share double precision)`.execute(db.query);
    const to = await site.url();
    const targetDb = site.open(to);
    await sql`create table site_people (id integer primary key)`.execute(targetDb.query);
    await sql`insert into site_people values (7)`.execute(targetDb.query);
    expect((await copy({ from: url, to })).map(({ table }) => table)).toEqual(['counters', 'samples']);
    expect((await sql`select * from site_people`.execute(targetDb.query)).rows).toEqual([{ id: 7 }]);
    await expect(sql`select * from site_orders`.execute(targetDb.query)).rejects.toThrow();
  });

  it('rejects a target where another program has a table with a required name', async () => {
    const { url } = await source();
    const to = await site.url();
    await sql`create table ${sql.table(stored('samples'))} (id integer primary key)`.execute(site.open(to).query);
    await expect(copy({ from: url, to })).rejects.toMatchObject({ code: 'database_table_taken', status: 409 });
  });

  it('rejects columns that differ from those that the migrations create', async () => {
    const { url, db } = await source();
    await sql`alter table ${sql.table('counters')} add column note text`.execute(db.query);
    const error = await copy({ from: url, to: await site.url() }).catch((cause: unknown) => cause);
    expect(['database_schema_differs', 'database_table_foreign']).toContain((error as { code: string }).code);
  });

  it('blocks the target after an interruption until it is resumed, and then matches the source', async () => {
    const { url, db } = await source();
    await db.insertMany(
      'samples',
      Array.from({ length: 1200 }, (_, index) => ({ slug: `slug-${index}` })),
    );
    await db.query.insertInto('counters').values({ site: 's', name: 'n', hits: 1 }).execute();
    const to = await site.url();
    const interruption = new AbortController();
    let advanced = 0;
    const progress = () => ({
      advance() {
        advanced += 1;
        if (advanced === 2) interruption.abort();
      },
      stop: () => undefined,
    });
    await expect(copy({ from: url, to, progress, signal: interruption.signal })).rejects.toMatchObject({
      code: 'database_copy_interrupted',
    });
    const targetDb = site.open(to);
    await expect(targetDb.migrate('tests', testMigrations)).rejects.toMatchObject({
      code: 'database_copy_incomplete',
      status: 503,
    });
    await expect(copy({ from: url, to })).rejects.toMatchObject({ code: 'database_copy_incomplete' });
    await expect(copy({ from: to, to: await site.url() })).rejects.toMatchObject({ code: 'database_copy_incomplete' });
    await db.query.updateTable('samples').set({ body: 'changed' }).where('id', '=', 1).execute();
    await db.query.deleteFrom('samples').where('id', '=', 2).execute();
    await copy({ from: url, to, resume: true });
    const rows = (database: typeof db) => database.query.selectFrom('samples').selectAll().orderBy('id').execute();
    expect(await rows(targetDb)).toEqual(await rows(db));
    expect(await targetDb.migrate('tests', testMigrations)).toEqual([]);
  });

  it('detects rows that changed in the target during the copy', async () => {
    const { url, db } = await source();
    await db.insertOne('samples', { slug: 'a', body: 'right' });
    const to = await site.url();
    const targetDb = site.open(to);
    const progress = (label: string) => ({
      advance: () => undefined,
      stop() {
        if (label === 'Copying') spoil(to);
      },
    });
    const outcome = copy({ from: url, to, progress });
    await expect(outcome).rejects.toMatchObject({ code: 'database_copy_differs', data: { table: 'samples' } });
    await copy({ from: url, to, resume: true });
    expect(await targetDb.query.selectFrom('samples').select('body').execute()).toEqual([{ body: 'right' }]);
  });
});

describe.each(dialects.filter(({ name }) => name === 'sqlite'))(
  'text that $name returns differently from its stored value',
  (dialect) => {
    it('is rejected with the key of its row', async () => {
      const source = await freshDatabase(dialect);
      const target = await freshDatabase(dialect);
      const db = createDatabase({ url: source.url });
      try {
        await db.migrate('tests', testMigrations);
        await sql`insert into ${sql.table('samples')} (slug, body) values ('cut', 'a' || char(0) || 'b')`.execute(
          db.query,
        );
        await expect(copy({ from: source.url, to: target.url })).rejects.toMatchObject({
          code: 'database_text_unreadable',
          data: { table: 'samples', key: { id: 1 } },
        });
      } finally {
        await db.close();
        await source.drop();
        await target.drop();
      }
    });
  },
);
