import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { examineDatabase } from '../../../src/core/database/doctor/doctor.js';
import { openForMaintenance } from '../../../src/core/database/maintenance.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import { REPLACEMENT_OWNER } from '../../../src/core/database/schema-record.js';
import { setMarker } from '../../../src/core/database/transfer/marker.js';
import type { Finding } from '../../../src/core/finding.js';
import { CORE_MIGRATIONS } from '../../../src/core/host/core-migrations.js';
import { createLocks } from '../../../src/core/services/locks/locks.js';
import { describeDialects, stored } from './test-database.js';
import { testMigrations } from './test-migrations.js';
import { samplesTable } from './test-tables.js';

async function examine(
  url: string,
  plugins: readonly (readonly [string, readonly Migration[]])[] = [],
): Promise<Finding[]> {
  const db = openForMaintenance(url);
  try {
    return await examineDatabase(db, {
      owners: [...CORE_MIGRATIONS, ...plugins].map(([owner, migrations]) => ({ owner, migrations, isActive: true })),
      checkTables: true,
      signal: new AbortController().signal,
      progress: () => ({ advance: () => undefined, stop: () => undefined }),
    });
  } finally {
    await db.close();
  }
}

const brief = (findings: readonly Finding[]): string[] =>
  findings.map(({ severity, code, subject }) => `${severity} ${code} ${subject}`);

describeDialects('the doctor of a database', (site) => {
  const empty = async () => {
    const url = await site.url();
    const db = site.open(url);
    // The default character set of new databases on the server is not part of these tests.
    if (site.dialect.name === 'mariadb') await sql`alter database character set utf8mb4`.execute(db.query);
    return { url, db };
  };
  const prepared = async () => {
    const { url, db } = await empty();
    for (const [owner, migrations] of CORE_MIGRATIONS) await db.migrate(owner, migrations);
    await db.migrate('tests', testMigrations);
    return { url, db };
  };
  const tests = [['tests', testMigrations]] as const;
  const dropIndex = (name: string, table: string) =>
    site.dialect.name === 'sqlite'
      ? sql`drop index ${sql.id(stored(name))}`
      : sql`drop index ${sql.id(name)} on ${sql.table(table)}`;

  it('finds nothing in a healthy site', async () => {
    const { url } = await prepared();
    expect(await examine(url, tests)).toEqual([]);
  });

  it('reports the missing migrations of an empty database', async () => {
    const codes = new Set((await examine((await empty()).url)).map(({ code }) => code));
    expect([...codes]).toEqual(['migration_missing']);
  });

  it('finds a missing table and a table whose migration was not recorded', async () => {
    const { url, db } = await prepared();
    await sql`drop table ${sql.table('counters')}`.execute(db.query);
    await sql`delete from ${sql.table('schema_migrations')} where owner = 'tests' and name = '0001_samples'`.execute(
      db.query,
    );
    expect(brief(await examine(url, tests))).toEqual([
      'warning migration_missing tests/0001_samples',
      'error migration_half_applied samples',
      'error table_missing counters',
    ]);
  });

  it('finds changed columns and indexes', async () => {
    const { url, db } = await prepared();
    await dropIndex('samples_count_seen_at_index', 'samples').execute(db.query);
    await sql`alter table ${sql.table('samples')} drop column title`.execute(db.query);
    await sql`alter table ${sql.table('samples')} add column note text`.execute(db.query);
    await sql`create unique index samples_extra on ${sql.table('samples')} (count)`.execute(db.query);
    await sql`create index samples_speed on ${sql.table('samples')} (active)`.execute(db.query);
    expect(brief(await examine(url, tests))).toEqual([
      'error column_missing samples.title',
      'warning column_extra samples.note',
      'warning index_missing samples_count_seen_at_index',
      'warning index_extra samples_extra',
      'notice index_extra samples_speed',
    ]);
  });

  it('finds a column of a different type', async () => {
    const { url, db } = await prepared();
    await sql`alter table ${sql.table('samples')} drop column body`.execute(db.query);
    const type = sql.raw(site.dialect.name === 'mariadb' ? 'varchar(20) character set latin1' : 'blob');
    await sql`alter table ${sql.table('samples')} add column body ${type}`.execute(db.query);
    const [finding] = await examine(url, tests);
    expect(finding).toMatchObject({ code: 'column_differs', subject: 'samples.body' });
    expect(finding?.message).toMatch(/(?:latin1|blob).* should be text, not null, default ''/);
  });

  it('ignores columns and indexes that a pending migration adds', async () => {
    const { url, db } = await prepared();
    const add: Migration = { name: '0003_title', up: (schema) => schema.addColumn(samplesTable, 'title') };
    const index: Migration = {
      name: '0004_count',
      up: (schema) => schema.createIndex(samplesTable, ['count', 'seen_at']),
    };
    await dropIndex('samples_count_seen_at_index', 'samples').execute(db.query);
    await sql`alter table ${sql.table('samples')} drop column title`.execute(db.query);
    expect(brief(await examine(url, [['tests', [...testMigrations, add, index]]]))).toEqual([
      'warning migration_missing tests/0003_title',
      'warning migration_missing tests/0004_count',
    ]);
  });

  it('ignores tables that a raw migration statement may have changed', async () => {
    const { url, db } = await prepared();
    const raw: Migration = {
      name: '0003_raw',
      up: (schema) => schema.raw(sql`alter table samples add column note text`),
    };
    await db.migrate('tests', [...testMigrations, raw]);
    expect(await examine(url, [['tests', [...testMigrations, raw]]])).toEqual([]);
  });

  it('reports migrations of another branch', async () => {
    const { url } = await prepared();
    const [first, second] = testMigrations;
    const findings = await examine(url, [['tests', [{ ...(second ?? expect.unreachable()), name: '0003_counters' }]]]);
    expect(brief(findings)).toEqual(
      expect.arrayContaining([
        `error migration_diverged tests/${first?.name}`,
        `error migration_diverged tests/${second?.name}`,
      ]),
    );
  });

  it('reports migrations of a newer release and leftovers of removed plugins', async () => {
    const { url } = await prepared();
    expect(brief(await examine(url, [['tests', testMigrations.slice(0, 1)]]))).toEqual([
      'error migration_unknown tests/0002_counters',
      'notice table_unknown counters',
    ]);
    expect(brief(await examine(url))).toEqual([
      'notice plugin_not_configured tests',
      'notice table_unknown counters',
      'notice table_unknown samples',
    ]);
  });

  it('finds orphaned rows and tables without a key, except those of other programs', async () => {
    const { url, db } = await prepared();
    await sql`insert into ${sql.table('user_roles')} (user_id, role) values (7, 'editor')`.execute(db.query);
    const heap: Migration = { name: '0003_heap', up: (schema) => schema.raw(sql`create table heap (a integer)`) };
    await db.migrate('tests', [...testMigrations, heap]);
    await sql`create table orders (a integer)`.execute(db.query);
    expect(brief(await examine(url, [['tests', [...testMigrations, heap]]]))).toEqual([
      'warning table_without_key heap',
      'warning rows_orphaned user_roles.user_id',
    ]);
  });

  it('finds a table of another program that blocks a migration', async () => {
    const { url, db } = await empty();
    await sql`create table ${sql.table(stored('samples'))} (a integer)`.execute(db.query);
    expect(brief(await examine(url, tests))).toContain(`error database_table_taken ${stored('samples')}`);
  });

  it('finds a missing index, which stops the start only if it is unique', async () => {
    const { url, db } = await prepared();
    const raw: Migration = {
      name: '0003_raw',
      async up(schema) {
        await schema.raw(sql`create index counters_by_hits on counters (hits)`);
        await schema.raw(sql`create unique index counters_once on counters (name, hits)`);
      },
    };
    const migrations = [...testMigrations, raw];
    await db.migrate('tests', migrations);
    await dropIndex('samples_count_seen_at_index', 'samples').execute(db.query);
    await dropIndex('counters_by_hits', 'counters').execute(db.query);
    expect(await db.migrate('tests', migrations)).toEqual([]);
    const found = brief(await examine(url, [['tests', migrations]]));
    expect(found).toEqual([
      'warning index_missing samples_count_seen_at_index',
      'warning index_missing counters_by_hits',
    ]);
    await dropIndex('counters_once', 'counters').execute(db.query);
    await expect(db.migrate('tests', migrations)).rejects.toMatchObject({
      code: 'database_schema_damaged',
      message: expect.stringContaining('index "counters_once"'),
    });
    expect(brief(await examine(url, [['tests', migrations]]))).toContain('error index_missing counters_once');
  });

  it('reports tables of an interrupted restore, which the next migration drops', async () => {
    const { url, db } = await prepared();
    await sql`create table ${sql.table(stored('restore_new_samples'))} (a integer)`.execute(db.query);
    await sql`
      insert into ${sql.table('schema_objects')} (name, type, owner, status)
      values ('restore_new_samples', 'table', ${REPLACEMENT_OWNER}, 'changing')`.execute(db.query);
    expect(brief(await examine(url, tests))).toEqual(['warning restore_leftover restore_new_samples']);
    await db.migrate('tests', testMigrations);
    expect(await examine(url, tests)).toEqual([]);
  });

  it('reports held locks and an incomplete copy', async () => {
    const { url, db } = await prepared();
    const lease = await createLocks(db, pino({ level: 'silent' })).acquire('import');
    const target = openForMaintenance(url);
    await setMarker(target, { kind: 'copy', source: 'elsewhere' });
    await target.close();
    expect(brief(await examine(url, tests))).toEqual([
      'error database_copy_incomplete transfer_marker',
      'notice lease_held import',
    ]);
    await lease?.release();
  });
});
