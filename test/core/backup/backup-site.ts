import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBackup } from '../../../src/core/backup/create-backup.js';
import { type RestoreBackupOptions, restoreBackup } from '../../../src/core/backup/restore-backup.js';
import { createDatabase, type Database } from '../../../src/core/database/database.js';
import { openForMaintenance } from '../../../src/core/database/maintenance.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import { createDiskStore } from '../../../src/core/services/objects/disk.js';
import type { ObjectStore } from '../../../src/core/services/objects/object-store.js';
import { freshDatabase, type TestDialect } from '../../support/databases.js';
import { testMigrations } from '../database/test-migrations.js';

export const QUIET = {
  signal: new AbortController().signal,
  progress: () => ({ advance: () => undefined, stop: () => undefined }),
};

/** Database and object store of a site. */
export interface BackupSite {
  readonly url: string;
  readonly storage: string;
  readonly db: Database;
  readonly objects: ObjectStore;
  backUp(file: string): Promise<void>;
  restore(file: string, options?: Partial<RestoreBackupOptions>): Promise<void>;
  close(): Promise<void>;
}

export async function openBackupSite(
  dialect: TestDialect,
  steps: readonly Migration[] = testMigrations,
  tablePrefix?: string,
): Promise<BackupSite> {
  const { url, drop } = await freshDatabase(dialect);
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-backup-'));
  const storage = `file:${folder}/files`;
  const db = createDatabase({ url, tablePrefix });
  const objects = createDiskStore(storage);
  return {
    url,
    storage,
    db,
    objects,
    async backUp(file) {
      const maintained = openForMaintenance({ url, tablePrefix });
      const migrations = [['tests', steps]] as const;
      await createBackup({ db: maintained, objects, migrations, file, ...QUIET }).finally(maintained.close);
    },
    async restore(file, options = {}) {
      const maintained = openForMaintenance({ url, tablePrefix });
      const migrations = [['tests', steps]] as const;
      const common = { db: maintained, objects, file, migrations, force: false, ...QUIET };
      await restoreBackup({ ...common, ...options }).finally(maintained.close);
    },
    async close() {
      await db.close();
      objects.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Adds rows to every table, and files of several lengths. */
export async function fillBackupSite({ db, objects }: BackupSite): Promise<void> {
  await db.migrate('tests', testMigrations);
  await db.insertMany(
    'samples',
    Array.from({ length: 1200 }, (_, index) => ({ slug: `s${index}`, title: 'Ünï 😀' })),
  );
  await db.query.deleteFrom('samples').where('id', '>', 1190).execute();
  await db.query.insertInto('counters').values({ site: 'a', name: 'b ', hits: 3 }).execute();
  await objects.put('_media/1/photo.jpg', randomBytes(300_000));
  await objects.put('_media/1/empty.txt', Buffer.alloc(0));
  await objects.put(`acme/${'long-name/'.repeat(20)}ü.txt`, Buffer.from('text'));
}

/** Returns the contents of a site for comparison. */
export async function contentsOf({ db, objects }: BackupSite): Promise<unknown> {
  const files: [string, string][] = [];
  for await (const { key } of objects.list()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await objects.read(key)) chunks.push(chunk as Buffer);
    files.push([key, Buffer.concat(chunks).toString('base64')]);
  }
  return {
    samples: await db.query.selectFrom('samples').selectAll().orderBy('id').execute(),
    counters: await db.query.selectFrom('counters').selectAll().execute(),
    files,
  };
}
