import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '../../src/core/backup/create-backup.js';
import { restoreBackup } from '../../src/core/backup/restore-backup.js';
import { createDatabase } from '../../src/core/database/database.js';
import { examineDatabase } from '../../src/core/database/doctor/doctor.js';
import { type MaintainedDatabase, openForMaintenance } from '../../src/core/database/maintenance.js';
import { renamePrefix } from '../../src/core/database/rename-prefix.js';
import { DEFAULT_PREFIX } from '../../src/core/database/table-names.js';
import { copyDatabase } from '../../src/core/database/transfer/copy.js';
import { siteMigrations } from '../../src/core/host/core-migrations.js';
import { createDiskStore } from '../../src/core/services/objects/disk.js';
import type { ObjectStore } from '../../src/core/services/objects/object-store.js';
import { affiliate, bank, knowledgeBase, watermark } from '../../src/plugins.js';
import { QUIET } from '../core/backup/backup-site.js';
import { namesOf, toVersion01 } from '../core/database/our-tables.js';
import { dialects, freshDatabase, type TestDialect } from '../support/databases.js';
import { stopBeforeStatement } from '../support/stop-before-statement.js';
import { createForeignTables, type ForeignTables } from './foreign-tables.js';

const PLUGINS = [knowledgeBase(), bank(), affiliate(), watermark()];
const migrations = siteMigrations(PLUGINS);

/** Plugins that are uninstalled and installed. With MORTISE_FULL all of them. */
const UNINSTALLED = process.env.MORTISE_FULL ? PLUGINS : PLUGINS.filter(({ name }) => name === 'bank');

/** Factor by which each run of a command gets further than the previous one. */
const GROWTH = process.env.MORTISE_FULL ? 1.1 : 10;

/**
 * 200 names similar to ours: without our table prefix or with another one, with a suffix, with prefixes of our plugins,
 * and in capitals.
 */
async function similarNames(dialect: TestDialect, tablePrefix: string): Promise<string[]> {
  const names = await namesOf(migrations);
  const ours = names.map((name) => `${tablePrefix}${name}`);
  const prefixes = PLUGINS.flatMap(({ tablePrefix: prefix }) => prefix ?? []);
  const starts = [...prefixes, 'schema_', 'restore_'].map((prefix) => `${tablePrefix}${prefix}`);
  return [
    ...(tablePrefix === '' ? names.map((name) => `${DEFAULT_PREFIX}${name}`) : names),
    ...ours.map((name) => `${name}_copy`),
    ...starts.flatMap((start) => [`${start}site`, `${start}customers`]),
    ...['shop_migration', 'shop_migration_lock', 'orders', 'customers'],
    // Separate tables in MariaDB, the same ones in SQLite.
    ...(dialect.name === 'mariadb' ? ours.map((name) => name.toUpperCase()) : []),
  ];
}

/** Database of another program, which may contain a site. */
interface SharedDatabase {
  readonly url: string;
  readonly foreign: ForeignTables;
  /** Compares the tables of the other program with their initial state. */
  expectUntouched(command: string): Promise<void>;
  close(): Promise<void>;
}

async function openShared(dialect: TestDialect, names: readonly string[]): Promise<SharedDatabase> {
  const { url, drop } = await freshDatabase(dialect);
  const foreign = await createForeignTables(dialect, url, names);
  const before = await foreign.fingerprint();
  return {
    url,
    foreign,
    async expectUntouched(command) {
      expect(await foreign.fingerprint(), command).toEqual(before);
    },
    async close() {
      await foreign.close();
      await drop();
    },
  };
}

/** Stops a command after ever more statements until it completes, and compares after each attempt. */
async function interrupt(shared: readonly SharedDatabase[], command: string, run: () => Promise<unknown>) {
  for (let statements = 1; ; statements = Math.ceil(statements * GROWTH)) {
    const stop = stopBeforeStatement(statements);
    const error: unknown = await run().then(
      () => undefined,
      (thrown: unknown) => thrown ?? 'failed',
    );
    stop.end();
    for (const database of shared) await database.expectUntouched(`${command}, stopped before statement ${statements}`);
    if (error === undefined) return;
    if (!stop.wasStopped()) throw error;
  }
}

async function maintained<T>(url: string, work: (db: MaintainedDatabase) => Promise<T>): Promise<T> {
  const db = openForMaintenance(url);
  return work(db).finally(db.close);
}

function migrate(url: string): Promise<string[]> {
  const db = createDatabase({ url });
  return db.migrateAll(migrations).finally(db.close);
}

const examine = (url: string) =>
  maintained(url, (db) => {
    const owners = migrations.map(([owner, list]) => ({ owner, migrations: list, isActive: true }));
    return examineDatabase(db, { owners, checkTables: true, ...QUIET });
  });

describe.each(dialects)('200 tables of another program on $name', { timeout: 600_000 }, (dialect) => {
  let folder: string;
  let file: string;
  let objects: ObjectStore & { close(): void };
  let shared: SharedDatabase;
  const opened: SharedDatabase[] = [];
  const open = async (names: readonly string[]) => {
    const database = await openShared(dialect, names);
    opened.push(database);
    return database;
  };
  const backUp = (url: string) => maintained(url, (db) => createBackup({ db, objects, migrations, file, ...QUIET }));
  const restore = (url: string) =>
    maintained(url, (db) => restoreBackup({ db, objects, migrations, file, force: true, ...QUIET }));
  const copy = (from: string, to: string, resume: boolean) =>
    copyDatabase({ from, to: { url: to }, migrations, resume, ...QUIET });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-foreign-'));
    file = path.join(folder, 'site.tar');
    objects = createDiskStore(`file:${folder}/files`);
    shared = await open(await similarNames(dialect, DEFAULT_PREFIX));
    expect(shared.foreign.names.length).toBeGreaterThanOrEqual(200);
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    objects.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are untouched by the first start of a site in the same database', async () => {
    await interrupt([shared], 'migrate', () => migrate(shared.url));
  });

  it('are untouched by a backup, which lists them, and by a restore', async () => {
    const { foreign } = await backUp(shared.url);
    expect(foreign.toSorted()).toEqual(shared.foreign.names.toSorted());
    await shared.expectUntouched('backup create');
    await interrupt([shared], 'backup restore', () => restore(shared.url));
    expect(await migrate(shared.url)).toEqual([]);
    await shared.expectUntouched('the start after a restore');
  });

  it('are untouched by uninstalling and installing plugins', async () => {
    for (const { name } of UNINSTALLED) {
      const host = await createTestHost({ database: shared.url, storage: `file:${folder}/files`, plugins: PLUGINS });
      try {
        await host.lifecycle.deactivate(name);
        await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
        await interrupt([shared], `plugins uninstall ${name}`, () =>
          host.lifecycle.uninstall(name, { exportTo: null }),
        );
        await host.lifecycle.activate(name);
        await shared.expectUntouched(`plugins activate ${name}`);
      } finally {
        await host.close();
      }
    }
  });

  it('are untouched by a copy from their database into a similar one', async () => {
    const target = await open(shared.foreign.names.filter((name) => name !== 'site_log'));
    await interrupt([shared, target], 'db copy', () => copy(shared.url, target.url, true));
    expect(await migrate(target.url)).toEqual([]);
    await target.expectUntouched('the start after a copy');
  });

  it('are untouched by renaming our tables', async () => {
    for (const prefix of ['shop_', DEFAULT_PREFIX]) {
      await interrupt([shared], 'db rename', () => maintained(shared.url, (db) => renamePrefix(db, prefix)));
      expect(await migrate(shared.url)).toEqual([]);
      await shared.expectUntouched('the start after a rename');
    }
  });

  it('are untouched by the adoption of a version 0.1 database, and by the doctor', async () => {
    const old = await open(await similarNames(dialect, ''));
    const db = createDatabase({ url: old.url, tablePrefix: '' });
    await db
      .migrateAll(migrations)
      .then(() => toVersion01(db))
      .finally(db.close);
    await interrupt([old], 'adoption', () => migrate(old.url));
    for (const database of [old, shared]) {
      const errors = (await examine(database.url)).filter(({ severity }) => severity === 'error');
      expect(errors).toEqual([]);
      await database.expectUntouched('db doctor');
    }
  });

  it('stop every command that would create tables if they have our names', async () => {
    const names = await namesOf(migrations);
    const database = await open([...names.map((name) => `${DEFAULT_PREFIX}${name}`), 'orders']);
    const refused = { code: 'database_table_taken', status: 409 };
    await expect(migrate(database.url)).rejects.toMatchObject(refused);
    await expect(restore(database.url)).rejects.toMatchObject(refused);
    await expect(copy(shared.url, database.url, false)).rejects.toMatchObject(refused);
    await expect(createTestHost({ database: database.url, plugins: PLUGINS })).rejects.toMatchObject(refused);
    expect((await examine(database.url)).map(({ code }) => code)).toContain('database_table_taken');
    await database.expectUntouched('commands that were refused');
  });
});
