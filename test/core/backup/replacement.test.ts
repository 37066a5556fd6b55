import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForMaintenance } from '../../../src/core/database/maintenance.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import { column } from '../../../src/core/database/tables.js';
import { dialects, type TestDialect } from '../../support/databases.js';
import { stopBeforeStatement } from '../../support/stop-before-statement.js';
import { testMigrations } from '../database/test-migrations.js';
import { samplesTable } from '../database/test-tables.js';
import { type BackupSite, contentsOf, openBackupSite } from './backup-site.js';

const shortSamples = { ...samplesTable, columns: { ...samplesTable.columns, title: column.string(5) } };

/** Tables with a foreign key between them, a column and an index of raw statements, a view and a trigger. */
function rawMigrations({ name }: TestDialect): readonly Migration[] {
  const number = sql.raw(name === 'sqlite' ? 'integer' : 'bigint');
  const trigger =
    name === 'sqlite'
      ? sql`create trigger count_notes after insert on notes begin update counters set hits = hits + 1; end`
      : sql`create trigger count_notes after insert on notes for each row update counters set hits = hits + 1`;
  return [
    ...testMigrations,
    {
      name: '0003_raw',
      async up(schema) {
        await schema.raw(sql`alter table counters add column note ${number}`);
        await schema.raw(sql`create index counters_by_note on counters (note)`);
        await schema.raw(sql`
          create table notes (
            id ${number} not null primary key, sample_id ${number} not null references samples (id),
            foreign key (sample_id) references samples (id)
          )`);
        await schema.raw(sql`update counters set hits = 0`);
        await schema.raw(sql`create view busy as select name from counters where hits > 0`);
        await schema.raw(trigger);
      },
    },
  ];
}

describe.each(dialects)('restoring over a site on $name', { timeout: 300_000 }, (dialect) => {
  const migrations = rawMigrations(dialect);
  const owners = [['tests', migrations]] as const;
  let folder: string;
  let file: string;
  let site: BackupSite;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-replacement-'));
    file = path.join(folder, 'site.tar');
    site = await openBackupSite(dialect, migrations);
    await site.db.migrate('tests', migrations);
    for (const slug of ['one', 'two']) await site.db.insertOne('samples', { slug, title: 'of the backup' });
    await site.db.query.insertInto('counters').values({ site: 'a', name: 'b', hits: 3 }).execute();
    await sql`insert into ${sql.table('notes')} (id, sample_id) values (1, 1), (2, 2)`.execute(site.db.query);
    await site.objects.put('media/one.txt', Buffer.from('one'));
    await site.backUp(file);
  });
  afterEach(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function tables(): Promise<string[]> {
    const db = openForMaintenance(site.url);
    const found = await db.dialect.inspection.catalog(db.executor).finally(db.close);
    return found.objects.map(({ type, name, table }) => `${type} ${table ?? ''} ${name}`).toSorted();
  }

  const all = async () => ({
    ...((await contentsOf(site)) as object),
    notes: (await sql`select * from ${sql.table('notes')} order by id`.execute(site.db.query)).rows,
    busy: (await sql`select * from ${sql.table('busy')}`.execute(site.db.query)).rows,
  });

  async function changeSite(): Promise<void> {
    await site.db.query.updateTable('samples').set({ title: 'of the old site' }).execute();
  }

  it('restores everything that migrations created, including raw statements', async () => {
    const [before, names] = [await all(), await tables()];
    await changeSite();
    await sql`delete from ${sql.table('notes')}`.execute(site.db.query);
    await site.restore(file, { force: true });
    expect(await all()).toEqual(before);
    expect(await tables()).toEqual(names);
    expect(await site.db.migrate('tests', migrations)).toEqual([]);
    await sql`insert into ${sql.table('notes')} (id, sample_id) values (3, 1)`.execute(site.db.query);
    expect(await site.db.query.selectFrom('counters').select('hits').execute()).toEqual([{ hits: 6 }]);
    await expect(
      sql`insert into ${sql.table('notes')} (id, sample_id) values (4, 99)`.execute(site.db.query),
    ).rejects.toThrow(/foreign key/i);
  });

  it('leaves the old or the new site when it stops before any statement, and the next start cleans up', async () => {
    const [restored, names] = [await all(), await tables()];
    const seen = new Set<string>();
    for (let statements = 0; ; statements += process.env.MORTISE_FULL ? 1 : 4) {
      await changeSite();
      const old = await all();
      const stop = stopBeforeStatement(statements);
      const error = await site.restore(file, { force: true }).catch((thrown: unknown) => thrown);
      stop.end();
      if (error === undefined) break;
      expect(stop.wasStopped(), String(error)).toBe(true);
      const start = await site.db.migrate('tests', migrations).catch((thrown: { code: string }) => thrown.code);
      if (start === 'backup_restore_incomplete') {
        // The views and triggers do not exist yet.
        seen.add('marked');
        await site.restore(file);
        expect(await all()).toEqual(restored);
      } else {
        expect(start).toEqual([]);
        const found = await all();
        const isOld = JSON.stringify(found) === JSON.stringify(old);
        seen.add(isOld ? 'old' : 'new');
        expect(found, `stopped before statement ${statements}`).toEqual(isOld ? old : restored);
      }
      expect(await tables(), `stopped before statement ${statements}`).toEqual(names);
    }
    expect([...seen]).toContain('old');
    expect(await all()).toEqual(restored);
  });

  it('is rejected while a table of another program has a foreign key to a replaced table', async () => {
    const number = sql.raw(dialect.name === 'sqlite' ? 'integer' : 'bigint');
    await sql`create table orders (id integer, sample_id ${number}, foreign key (sample_id) references ${sql.table('samples')} (id))`.execute(
      site.db.query,
    );
    await changeSite();
    const [before, names] = [await all(), await tables()];
    await expect(site.restore(file, { force: true })).rejects.toMatchObject({
      code: 'database_table_referenced',
      status: 409,
      message: expect.stringMatching(/foreign key .*of "orders" to "mortise_samples"/),
    });
    expect(await all()).toEqual(before);
    expect(await tables()).toEqual(names);
  });

  it('is rejected while a trigger of another program is on a replaced table', async () => {
    const each = sql.raw(dialect.name === 'sqlite' ? 'begin delete from audit; end' : 'for each row delete from audit');
    await sql`create table audit (id integer)`.execute(site.db.query);
    await sql`create trigger audit_samples after delete on ${sql.table('samples')} ${each}`.execute(site.db.query);
    await expect(site.restore(file, { force: true })).rejects.toMatchObject({
      code: 'database_table_referenced',
      message: expect.stringContaining('trigger "audit_samples" on "mortise_samples"'),
    });
  });

  it('keeps views of another program, which show the restored rows', async () => {
    await sql`create view titles as select title from ${sql.table('samples')}`.execute(site.db.query);
    await changeSite();
    await site.restore(file, { force: true });
    const { rows } = await sql`select distinct title from titles`.execute(site.db.query);
    expect(rows).toEqual([{ title: 'of the backup' }]);
  });

  it('restores files that the store has in another version', async () => {
    const before = await all();
    await site.objects.put('media/one.txt', Buffer.from('another'));
    await site.restore(file, { force: true });
    expect(await all()).toEqual(before);
  });

  it('leaves everything unchanged when a row cannot be written', async () => {
    await changeSite();
    const [before, names] = [await all(), await tables()];
    const short: Migration = { name: '0001_samples', up: (schema) => schema.createTable(shortSamples) };
    const other = [['tests', [short, ...migrations.slice(1)]]] as const;
    await expect(site.restore(file, { force: true, migrations: other })).rejects.toMatchObject({
      code: 'database_schema_differs',
    });
    expect(await all()).toEqual(before);
    expect(await tables()).toEqual(names);
    expect(await site.db.migrateAll(owners)).toEqual([]);
  });
});
