import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../../src/core/backup/restore-backup.js';
import { createDatabase, type Database } from '../../../src/core/database/database.js';
import { type MaintainedDatabase, openForMaintenance } from '../../../src/core/database/maintenance.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import { dialects, MARIADB } from '../../support/databases.js';
import { contentsOf, fillBackupSite, openBackupSite, QUIET } from '../backup/backup-site.js';
import { testMigrations } from './test-migrations.js';

const RIGHTS = ['select', 'insert', 'update', 'delete', 'create', 'alter', 'index', 'drop'];

const MIGRATIONS = [['tests', testMigrations]] as const;

describe.runIf(dialects.includes(MARIADB))('MariaDB user who lacks a privilege', () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  /** Fills a site and opens its database as a user who has every privilege except one. */
  async function siteWithout(right: string) {
    const site = await openBackupSite(MARIADB);
    cleanups.push(site.close);
    await fillBackupSite(site);
    const name = `mortise_${randomBytes(6).toString('hex')}`;
    const url = new URL(site.url);
    const user = sql.raw(`'${name}'@'%'`);
    const rights = sql.raw(RIGHTS.filter((each) => each !== right).join(', '));
    await sql`create user ${user}`.execute(site.db.query);
    cleanups.push(async () => void (await sql`drop user ${user}`.execute(site.db.query)));
    await sql`grant ${rights} on ${sql.table(url.pathname.slice(1))}.* to ${user}`.execute(site.db.query);
    url.username = name;
    url.password = '';
    const db: Database = createDatabase({ url: url.href });
    cleanups.push(db.close);
    const maintained: MaintainedDatabase = openForMaintenance(url.href);
    cleanups.push(maintained.close);
    return { site, db, maintained };
  }

  const missing = (command: RegExp) => ({
    code: 'database_permission_missing',
    status: 500,
    message: expect.stringMatching(command),
  });

  it('starts without DROP, and fails with an error code when it uninstalls a plugin', async () => {
    const { site, db } = await siteWithout('drop');
    expect(await db.migrate('tests', testMigrations)).toEqual([]);
    const before = await contentsOf(site);
    await expect(db.dropOwned('tests')).rejects.toMatchObject(missing(/DROP command denied.*Grant it/));
    expect(await contentsOf(site)).toEqual(before);
    expect((await site.db.dropOwned('tests')).toSorted()).toEqual(['counters', 'samples']);
  });

  it('rejects a migration without CREATE, which a user with CREATE completes', async () => {
    const { site, db } = await siteWithout('create');
    const more: Migration = {
      name: '0003_more',
      up: (schema) => schema.raw(sql`create table more (id bigint primary key)`),
    };
    await expect(db.migrate('tests', [...testMigrations, more])).rejects.toMatchObject(
      missing(/CREATE command denied/),
    );
    expect(await site.db.migrate('tests', [...testMigrations, more])).toEqual(['0003_more']);
  });

  it('leaves the site unchanged when a restore lacks DROP', async () => {
    const { site, db, maintained } = await siteWithout('drop');
    const folder = await mkdtemp(path.join(tmpdir(), 'mortise-permissions-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'site.tar');
    await site.backUp(file);
    await site.db.query.updateTable('samples').set({ title: 'of the old site' }).execute();
    const before = await contentsOf(site);
    const { objects } = site;
    const restore = restoreBackup({ db: maintained, objects, file, migrations: MIGRATIONS, force: true, ...QUIET });
    await expect(restore).rejects.toMatchObject(missing(/DROP command denied/));
    expect(await contentsOf(site)).toEqual(before);
    // It cannot drop the new tables either, so they remain until a user with DROP starts the site.
    expect(await db.migrate('tests', testMigrations)).toEqual([]);
    expect((await db.about()).tables).toEqual(['counters', 'samples']);
    expect(await site.db.migrate('tests', testMigrations)).toEqual([]);
    const { objects: found } = await maintained.dialect.inspection.catalog(maintained.executor);
    expect(found.filter(({ name }) => name.startsWith('restore_'))).toEqual([]);
  });
});
