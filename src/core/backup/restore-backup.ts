import { sql } from 'kysely';
import type { MaintainedDatabase } from '../database/maintenance.js';
import type { Migration } from '../database/migrate.js';
import { migrationNeeds } from '../database/missing-migrations.js';
import { clearMarker, MARKER_TABLE, readMarker, setMarker } from '../database/transfer/marker.js';
import { prepareTarget } from '../database/transfer/prepare-target.js';
import { digestTable } from '../database/transfer/row-digest.js';
import { emptyTable, writeRows } from '../database/transfer/write-rows.js';
import { HostError, messageOf } from '../errors.js';
import type { ObjectStore } from '../services/objects/object-store.js';
import type { BackupWork } from './create-backup.js';
import { type BackupFile, type BackupTable, type Manifest, sourceOf } from './manifest.js';
import { hashOf, type OpenBackup, openBackup } from './open-backup.js';

export interface RestoreBackupOptions extends BackupWork {
  readonly db: MaintainedDatabase;
  readonly objects: ObjectStore;
  readonly file: string;
  /** Of the core and of every plugin of the site. */
  readonly migrations: readonly (readonly [owner: string, migrations: readonly Migration[]])[];
  /** Takes the place of a site that is there. */
  readonly force: boolean;
}

/**
 * Puts a site back as it was, into whatever database and store are configured.
 *
 * First all of the backup is checked. Then come the files that are not there yet, beside which a site goes on as before.
 * From the mark on no host starts on the database: what was there goes, tables, rows and the remaining files come, all
 * rows are read back and compared, and the mark goes. A restore that is cut off before the mark has changed nothing that
 * a site uses; one that is cut off after it is completed by restoring again.
 * @throws HostError 409 `backup_target_not_empty`, 400 `backup_damaged`, `backup_newer`, `backup_restore_failed`, `backup_interrupted`, 409
 *   `database_transfer_overtaken`
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<Manifest> {
  const { db, file, signal } = options;
  await assertFree(options);
  const backup = await openBackup(file, options);
  try {
    const { manifest } = backup;
    assertKnown(manifest, options);
    const remaining = await writeNewFiles(backup, options);
    stopIfAborted(signal);
    const run = await setMarker(db, { kind: 'restore', source: `the backup of ${manifest.createdAt}` });
    await dropTables(db);
    await prepareTarget(sourceOf(manifest), db, options.migrations);
    await writeTables(backup, options);
    for (const each of remaining) await options.objects.put(each.key, backup.file(each));
    await compare(manifest, options);
    await clearMarker(db, run);
    return manifest;
  } finally {
    await backup.close();
  }
}

/** @throws HostError 409 `backup_target_not_empty`, `database_copy_incomplete` */
async function assertFree({ db: { executor, dialect }, force }: RestoreBackupOptions): Promise<void> {
  const names = await dialect.inspection.names(executor);
  const marker = await readMarker(executor, names);
  if (force || marker?.kind === 'restore' || names.every((name) => name === MARKER_TABLE)) return;
  throw new HostError(
    'backup_target_not_empty',
    'There is a site in the database already. Make a backup of it; then --force puts this one in its place.',
    { status: 409 },
  );
}

/**
 * Older backups are migrated when the site starts. What is in newer ones nobody here would know how to read.
 * @throws HostError 400 `backup_newer`
 */
function assertKnown({ books, release }: Manifest, { migrations }: RestoreBackupOptions): void {
  const { newer, diverged } = migrationNeeds(new Map(Object.entries(books)), migrations);
  const unknown = [...newer, ...diverged];
  if (unknown.length === 0) return;
  throw new HostError(
    'backup_newer',
    `The backup has migrations that are not known here: ${unknown.join(', ')}. It was made by release ${release} with its plugins; nothing was changed. Install what made it, or something newer, to restore it.`,
    { status: 400, release, migrations: unknown },
  );
}

/** @returns the files of which the store has another version, which the present site may be using */
async function writeNewFiles(
  backup: OpenBackup,
  { objects, signal, progress }: RestoreBackupOptions,
): Promise<BackupFile[]> {
  const { files } = backup.manifest;
  const bar = progress('Files', files.length);
  const remaining: BackupFile[] = [];
  try {
    for (const file of files) {
      stopIfAborted(signal);
      const found = await objects.stat(file.key);
      if (!found) await objects.put(file.key, backup.file(file));
      else if (found.bytes !== file.bytes || (await hashOf(await objects.read(file.key))) !== file.sha256) {
        remaining.push(file);
      }
      bar.advance(1);
    }
  } finally {
    bar.stop();
  }
  return remaining;
}

async function dropTables({ executor, dialect }: MaintainedDatabase): Promise<void> {
  for (const name of await dialect.inspection.names(executor)) {
    if (name !== MARKER_TABLE) await sql`drop table if exists ${sql.table(name)}`.execute(executor);
  }
}

async function writeTables(backup: OpenBackup, { db, signal, progress }: RestoreBackupOptions): Promise<void> {
  const { tables } = backup.manifest;
  const bar = progress(
    'Rows',
    tables.reduce((sum, { rows }) => sum + rows, 0),
  );
  try {
    for (const table of tables) {
      // Migrations may have put rows there.
      await emptyTable(db.executor, table.name);
      for await (const rows of backup.rows(table)) {
        stopIfAborted(signal);
        await writeRows(db, table, rows).catch((error: unknown) => {
          throw failed(table, error);
        });
        bar.advance(rows.length);
      }
      if (table.nextId !== null) await db.dialect.inspection.continueIds(db.executor, table.name, table.nextId);
    }
  } finally {
    bar.stop();
  }
}

/** Reads everything back. */
async function compare({ tables }: Manifest, { db, progress }: RestoreBackupOptions): Promise<void> {
  const bar = progress(
    'Comparing',
    tables.reduce((sum, { rows }) => sum + rows, 0),
  );
  try {
    for (const table of tables) {
      const found = await db.snapshot((executor) => digestTable(executor, table, (rows) => bar.advance(rows)));
      if (found.rows === table.rows && found.checksum === table.checksum) continue;
      throw failed(table, new Error('its rows are not those of the backup; does something write to the database?'));
    }
  } finally {
    bar.stop();
  }
}

function stopIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new HostError('backup_interrupted', 'The restore was interrupted. Run the command again to complete it.');
}

function failed({ name }: BackupTable, cause: unknown): HostError {
  const reason = messageOf(cause);
  return new HostError(
    'backup_restore_failed',
    `"${name}" could not be restored: ${reason}. Remove the cause and run the command again; until then no site starts here.`,
    { table: name },
    { cause },
  );
}
