import { randomUUID } from 'node:crypto';
import { readOwnSchema } from '../database/adoption.js';
import { atomically } from '../database/change-schema.js';
import type { MaintainedDatabase } from '../database/maintenance.js';
import { migrationNeeds, type OwnedMigrations } from '../database/missing-migrations.js';
import { assertUnreferenced } from '../database/references.js';
import { openReplacement, type Replacement } from '../database/replacement.js';
import { assertFree } from '../database/schema-checks.js';
import { ownTables, type SchemaState } from '../database/schema-record.js';
import { assertWhole, clearMarker } from '../database/transfer/marker.js';
import { prepareTarget } from '../database/transfer/prepare-target.js';
import { countRows } from '../database/transfer/read-rows.js';
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
  /** Migrations of the core and of every plugin of the site. */
  readonly migrations: readonly OwnedMigrations[];
  /** Replaces an existing site in the database. */
  readonly force: boolean;
}

/** A table dropped by a restore. */
export interface ReplacedTable {
  readonly table: string;
  readonly rows: number;
}

/** Lists the tables that a restore drops: only those created by migrations. */
export async function replacedTables({
  db: { executor, dialect },
  migrations,
}: Pick<RestoreBackupOptions, 'db' | 'migrations'>): Promise<ReplacedTable[]> {
  const state = await readOwnSchema(executor, dialect.inspection, migrations);
  const replaced: ReplacedTable[] = [];
  for (const { name } of ownTables(state, state.catalog.objects)) {
    replaced.push({ table: name, rows: await countRows(executor, name) });
  }
  return replaced;
}

/**
 * Restores a site into the configured database and object store. Only tables created by migrations are replaced.
 *
 * The backup is verified first. Then missing files are written, while a running site continues, and new tables are
 * filled, read back and compared. They replace the old tables in one step: a restore that is killed before it leaves
 * the old site, and one killed after it leaves the new one. Views, triggers and files that differ from the stored
 * version follow. Until then the database is marked as incomplete, and restoring again completes it.
 * @throws HostError 409 `backup_target_not_empty`, `database_table_taken`, `database_table_referenced`,
 * `database_adoption_failed`, `database_transfer_overtaken`; 400 `backup_damaged`, `backup_newer`;
 * `backup_restore_failed`, `backup_interrupted`
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<Manifest> {
  const { db, file, signal, migrations } = options;
  const state = await readOwnSchema(db.executor, db.dialect.inspection, migrations);
  assertReplaceable(state, options);
  const backup = await openBackup(file, options);
  try {
    const { manifest } = backup;
    assertKnown(manifest, options);
    assertNamesFree(state, manifest);
    const tables = ownTables(state, state.catalog.objects).map(({ name }) => name);
    const migrationList = migrations.flatMap(([, list]) => list);
    await assertUnreferenced(db.executor, db.dialect.inspection, tables, migrationList);
    const remaining = await writeNewFiles(backup, options);
    stopIfAborted(signal);
    const run = randomUUID();
    const marker = { kind: 'restore', source: `the backup of ${manifest.createdAt}`, run } as const;
    const later = await db.changeSchema(migrations, async (change) => {
      const replacement = await openReplacement(change, db.dialect);
      try {
        await fill(replacement, backup, options);
        await compare(replacement, manifest, options);
        const isWhole = remaining.length === 0 && replacement.later.length === 0;
        await replacement.complete(isWhole ? null : marker);
        return replacement.later;
      } catch (error) {
        // Without a connection this fails too. The next schema change then drops the new tables.
        await replacement.discard().catch(() => undefined);
        throw error;
      }
    });
    // Every schema change first drops the remains of a replacement, here the old tables.
    await db.changeSchema([], async (change) => {
      for (const { owner, statement } of later) await change.schema(owner).raw(statement);
    });
    for (const each of remaining) await options.objects.put(each.key, backup.file(each));
    if (remaining.length > 0 || later.length > 0) await clearMarker(db, run);
    return manifest;
  } finally {
    await backup.close();
  }
}

/** @throws HostError 409 `backup_target_not_empty`, 503 `database_copy_incomplete` */
function assertReplaceable(state: SchemaState, { force }: Pick<RestoreBackupOptions, 'force'>): void {
  const { marker, catalog } = state;
  if (force || marker?.kind === 'restore') return;
  assertWhole(marker);
  if (ownTables(state, catalog.objects).length === 0) return;
  throw new HostError(
    'backup_target_not_empty',
    'The database already contains a site. Back it up, then pass --force to replace it.',
    { status: 409 },
  );
}

/** @throws HostError 409 `database_table_taken` if another program's table has the name of one in the backup */
function assertNamesFree(state: SchemaState, { tables }: Manifest): void {
  const selectedTables = tables.map(({ name }) => {
    const recorded = state.objects.find((object) => object.type === 'table' && object.name === name);
    return { name, type: 'table' as const, table: null, owner: recorded?.owner ?? '' };
  });
  assertFree(state, selectedTables, false);
}

/**
 * Older backups are migrated when the site starts. Newer ones are rejected, because this release cannot read them.
 * @throws HostError 400 `backup_newer`
 */
function assertKnown({ books, release }: Manifest, { migrations }: RestoreBackupOptions): void {
  const { newer, diverged } = migrationNeeds(new Map(Object.entries(books)), migrations);
  const unknown = [...newer, ...diverged];
  if (unknown.length === 0) return;
  throw new HostError(
    'backup_newer',
    `The backup has unknown migrations: ${unknown.join(', ')}. Release ${release} and its plugins made it. Nothing was changed. Install the same or newer versions to restore it.`,
    { status: 400, release, migrations: unknown },
  );
}

/** @returns the files that differ from the stored version, which the current site may be using */
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

/** Creates the tables of the backup and writes its rows. */
async function fill(
  replacement: Replacement,
  backup: OpenBackup,
  { db: { dialect }, migrations, signal, progress }: RestoreBackupOptions,
): Promise<void> {
  const { tables } = backup.manifest;
  const { executor, nameOf } = replacement;
  await prepareTarget(sourceOf(backup.manifest), replacement, dialect.inspection, migrations, nameOf);
  const transaction: MaintainedDatabase['transaction'] = (work) => atomically(executor, work);
  const bar = progress(
    'Rows',
    tables.reduce((sum, { rows }) => sum + rows, 0),
  );
  const writeTable = async (table: BackupTable): Promise<void> => {
    const target = { ...table, name: nameOf(table.name) };
    // Migrations may have inserted rows.
    await emptyTable(executor, target.name);
    for await (const rows of backup.rows(table)) {
      stopIfAborted(signal);
      await writeRows({ transaction }, target, rows).catch((error: unknown) => {
        throw failed(table, error);
      });
      bar.advance(rows.length);
    }
    if (table.nextId !== null) await dialect.inspection.continueIds(executor, target.name, table.nextId);
  };
  try {
    await dialect.deferForeignKeys(executor, async () => {
      for (const table of tables) await writeTable(table);
    });
  } finally {
    bar.stop();
  }
}

/** Reads all rows back and compares their checksums. */
async function compare(
  { executor, nameOf }: Replacement,
  { tables }: Manifest,
  { signal, progress }: RestoreBackupOptions,
): Promise<void> {
  const bar = progress(
    'Comparing',
    tables.reduce((sum, { rows }) => sum + rows, 0),
  );
  try {
    for (const table of tables) {
      const found = await digestTable(executor, { ...table, name: nameOf(table.name) }, (rows) => {
        stopIfAborted(signal);
        bar.advance(rows);
      });
      if (found.rows === table.rows && found.checksum === table.checksum) continue;
      throw failed(table, new Error('its rows differ from the backup'));
    }
  } finally {
    bar.stop();
  }
}

function stopIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new HostError('backup_interrupted', 'The restore was interrupted. The tables are unchanged.');
}

function failed({ name }: BackupTable, cause: unknown): HostError {
  const reason = messageOf(cause);
  return new HostError(
    'backup_restore_failed',
    `"${name}" could not be restored: ${reason}. The tables are unchanged. Remove the cause and run the command again.`,
    { table: name },
    { cause },
  );
}
