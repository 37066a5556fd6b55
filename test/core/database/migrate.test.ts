import { DefaultQueryExecutor, sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { contentMigrations } from '../../../src/core/content/tables.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import { column, defineTable, type TableOf } from '../../../src/core/database/tables.js';
import { oauthMigrations } from '../../../src/core/identity/oauth/tables.js';
import { identityMigrations } from '../../../src/core/identity/tables.js';
import { optionMigrations } from '../../../src/core/options/tables.js';
import { versionsMigrations } from '../../../src/core/services/bus/versions.js';
import { licenceMigrations } from '../../../src/core/services/licence/tables.js';
import { interruptMigrations } from '../../support/interrupted-migrations.js';
import { recordingLog } from '../services/bus-contract.js';
import { startScript } from './processes/start-script.js';
import { describeDialects } from './test-database.js';
import { testMigrations } from './test-migrations.js';

const firstNotes = defineTable('notes', { id: column.id(), title: column.string(80) });
const notes = defineTable(
  'notes',
  {
    ...firstNotes.columns,
    slug: column.key().nullable(),
    pinned: column.boolean().default(0),
    body: column.text().default("it's \\ empty"),
  },
  { unique: [['slug']], indexes: [['pinned']] },
);

declare module '../../../src/core/database/names.js' {
  interface Tables {
    notes: TableOf<typeof notes>;
  }
}

const createNotes: Migration = { name: '0001_notes', up: (schema) => schema.createTable(firstNotes) };
const extendNotes: Migration = {
  name: '0002_slugs',
  async up(schema) {
    await schema.addColumn(notes, 'slug');
    await schema.addColumn(notes, 'pinned');
    await schema.addColumn(notes, 'body');
    await schema.createIndex(notes, ['slug'], { unique: true });
    await schema.createIndex(notes, ['pinned']);
    await schema.raw(sql`update notes set slug = title where slug is null`);
  },
};

describeDialects('migrations', (site) => {
  it('are applied once, in order, and returned by name', async () => {
    const db = site.open(await site.url());
    expect(await db.migrate('tests', testMigrations)).toEqual(['0001_samples', '0002_counters']);
    expect(await db.migrate('tests', testMigrations)).toEqual([]);
    const later = { name: '0003_notes', up: createNotes.up };
    expect(await db.migrate('tests', [...testMigrations, later])).toEqual(['0003_notes']);
  });

  it('bring an old table to the schema of a new site', async () => {
    const db = site.open(await site.url());
    await db.migrate('notes', [createNotes]);
    await db.query.insertInto('notes').values({ title: 'old' }).execute();
    await db.migrate('notes', [createNotes, extendNotes]);
    const [old] = await db.query.selectFrom('notes').selectAll().execute();
    expect(old).toEqual({ id: 1, title: 'old', slug: 'old', pinned: 0, body: "it's \\ empty" });
    const again = db.query.insertInto('notes').values({ title: 'new', slug: 'old' }).execute();
    expect(db.isUniqueViolation(await again.catch((error: unknown) => error))).toBe(true);
  });

  it('skip steps that a freshly created table already includes', async () => {
    const db = site.open(await site.url());
    const createWhole: Migration = { name: '0001_notes', up: (schema) => schema.createTable(notes) };
    expect(await db.migrate('notes', [createWhole, extendNotes])).toEqual(['0001_notes', '0002_slugs']);
  });

  it('are completed by a second run after a failure at any step', async () => {
    expect(await interruptMigrations(site.url, 'notes', [createNotes, extendNotes])).toBe(7);
  });

  it.each([
    ['content', contentMigrations],
    ['identity', identityMigrations],
    ['versions', versionsMigrations],
    ['oauth', oauthMigrations],
    ['options', optionMigrations],
    ['licences', licenceMigrations],
  ] as const)(
    'are completed by a second run after a failure at any step of the core (%s)',
    async (owner, migrations) => {
      expect(await interruptMigrations(site.url, owner, migrations)).toBeGreaterThan(0);
    },
  );

  it('report their name and the reason on failure and keep completed steps', async () => {
    const db = site.open(await site.url());
    const broken: Migration = {
      name: '0002_broken',
      async up(schema) {
        await schema.raw(sql`create table broken (`);
      },
    };
    await expect(db.migrate('notes', [createNotes, broken])).rejects.toMatchObject({
      code: 'database_migration_failed',
      message: expect.stringContaining('"0002_broken" of "notes"'),
      data: { owner: 'notes', migration: '0002_broken' },
    });
    await db.migrate('notes', [createNotes, extendNotes]);
    await db.query.insertInto('notes').values({ title: 'works' }).execute();
  });

  it('do not depend on migrations of a removed plugin', async () => {
    const db = site.open(await site.url());
    await db.migrate('acme-notes', [createNotes]);
    expect(await db.migrate('tests', testMigrations)).toHaveLength(2);
    expect(await db.migrate('acme-notes', [createNotes])).toEqual([]);
  });

  it('do not stop an older release when a newer one has migrated, and log a warning', async () => {
    const { log, lines } = recordingLog();
    const db = site.open(await site.url(), { log });
    await db.migrate('notes', [createNotes, extendNotes]);
    expect(await db.migrate('notes', [createNotes])).toEqual([]);
    expect(await db.migrateAll([['notes', [createNotes]]])).toEqual([]);
    const warning = 'warn The database was migrated by a newer release; this one goes on beside it';
    expect(lines).toEqual([warning, warning]);
    await db.migrateAll([['notes', [createNotes, extendNotes]]]);
    expect(lines).toHaveLength(2);
  });

  it.each([
    ['stands before known ones', ['0001_notes', '0002_branch', '0003_slugs'], ['0001_notes', '0003_slugs']],
    ['stands before the first', ['0000_branch', '0001_notes'], ['0001_notes']],
    ['is there and a known one is not', ['0001_notes', '0003_branch'], ['0001_notes', '0002_slugs']],
  ])('stop a release without changes when a migration of another branch %s', async (_case, branch, release) => {
    const db = site.open(await site.url());
    const named = (names: readonly string[]): Migration[] =>
      names.map((name) => ({ name, up: name === '0001_notes' ? createNotes.up : async () => undefined }));
    await db.migrate('notes', named(branch));
    const start = db.migrateAll([
      ['notes', named(release)],
      ['tests', testMigrations],
    ]);
    await expect(start).rejects.toMatchObject({
      code: 'database_migrations_diverged',
      data: { migrations: [`notes/${branch.find((name) => name.endsWith('branch'))}`] },
    });
    expect(await db.migrate('tests', testMigrations)).toHaveLength(2);
    expect(await db.migrate('notes', named(branch))).toEqual([]);
  });

  it('take two statements for several owners when none is missing', async () => {
    const url = await site.url();
    const owners = [
      ['notes', [createNotes, extendNotes]],
      ['tests', testMigrations],
    ] as const;
    await site.open(url).migrateAll(owners);
    const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    await site.open(url).migrateAll(owners);
    expect(execute).toHaveBeenCalledTimes(2);
    execute.mockRestore();
  });

  it('must be listed in ascending order', async () => {
    const db = site.open(await site.url());
    for (const list of [
      [extendNotes, createNotes],
      [createNotes, createNotes],
    ]) {
      await expect(db.migrate('notes', list)).rejects.toMatchObject({ code: 'database_migrations_invalid' });
    }
  });

  it('are rejected inside a transaction', async () => {
    const db = await site.database();
    const attempt = db.transaction(() => db.migrate('notes', [createNotes]));
    await expect(attempt).rejects.toMatchObject({ code: 'database_migrations_invalid' });
  });

  it('reject a new column that existing rows have no value for', async () => {
    const db = site.open(await site.url());
    const addTitle: Migration = { name: '0002_title', up: (schema) => schema.addColumn(notes, 'title') };
    await expect(db.migrate('notes', [createNotes, addTitle])).rejects.toMatchObject({
      cause: { code: 'database_table_invalid' },
    });
  });

  it('run in only one of several processes that start simultaneously', async () => {
    const url = await site.url();
    const scripts = Array.from({ length: 3 }, () => startScript('migrate.ts', [url]));
    for (const script of scripts) expect(await script.line()).toBe('ready');
    for (const script of scripts) script.write('go');
    const applied = await Promise.all(scripts.map(async (script) => JSON.parse(await script.line())));
    expect(applied.sort((a, b) => b.length - a.length)).toEqual([['0001_samples', '0002_counters'], [], []]);
  });

  it('can drop the same table repeatedly', async () => {
    const db = site.open(await site.url());
    const drop = (name: string): Migration => ({ name, up: (schema) => schema.dropTable('notes') });
    await db.migrate('notes', [createNotes, drop('0002_drop'), drop('0003_drop')]);
    await expect(db.query.selectFrom('notes').selectAll().execute()).rejects.toThrow();
  });
});
