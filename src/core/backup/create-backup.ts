import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MaintainedDatabase } from '../database/maintenance.js';
import type { OwnedMigrations } from '../database/missing-migrations.js';
import { describeSource, type SourceTable } from '../database/transfer/prepare-target.js';
import { countRows, readRows } from '../database/transfer/read-rows.js';
import { createRowDigest } from '../database/transfer/row-digest.js';
import { type TransferTable, transferTable } from '../database/transfer/transfer-table.js';
import { HostError } from '../errors.js';
import { packageVersion } from '../package-version.js';
import type { ObjectStore } from '../services/objects/object-store.js';
import {
  type BackupFile,
  type BackupTable,
  FORMAT,
  MANIFEST,
  MANIFEST_DIGEST,
  type Manifest,
  type RowsPart,
  VERSION,
} from './manifest.js';
import { PART_LIMIT } from './open-backup.js';
import { createTarWriter, type TarWriter } from './tar-write.js';

export interface BackupWork {
  /** Aborting it stops the work after the current batch. */
  readonly signal: AbortSignal;
  progress(label: string, total: number): { advance(by: number): void; stop(): void };
}

export interface CreateBackupOptions extends BackupWork {
  readonly db: MaintainedDatabase;
  readonly objects: ObjectStore;
  /** Migrations of the core and of every plugin of the site. */
  readonly migrations: readonly OwnedMigrations[];
  /** Path of the new file. */
  readonly file: string;
}

export interface CreatedBackup {
  readonly manifest: Manifest;
  /** Tables of other programs, which are not in the backup. */
  readonly foreign: readonly string[];
}

const compress = promisify(gzip);

/**
 * Writes a whole site into one file that only its owner can read: first a snapshot of the rows, then the files, so
 * that each row's file is included unless it was deleted in between. The site can keep running. The file is renamed to
 * its final name when it is complete. Tables of other programs are left out.
 *
 * The file is a tar archive: rows as compressed lines of JSON in parts of a few megabytes, files unchanged, and a
 * manifest with the SHA-256 of each entry. Zip would need the length of each table before its rows, or a format that
 * not all tools can read.
 * @throws HostError 409 `backup_exists`, `database_table_foreign`, `database_adoption_failed`;
 *   `backup_source_changed`, `backup_interrupted`; 503 `database_copy_incomplete`, `backup_restore_incomplete`
 */
export async function createBackup({
  db,
  objects,
  migrations,
  file,
  signal,
  progress,
}: CreateBackupOptions): Promise<CreatedBackup> {
  const target = path.resolve(file);
  const draft = `${target}.part`;
  if (existsSync(target)) throw exists(target);
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    const tar = createTarWriter(handle);
    const { foreign, ...database } = await writeDatabase(db, migrations, tar, { signal, progress });
    const files = await writeFiles(objects, tar, { signal, progress });
    const createdAt = new Date().toISOString();
    const manifest = {
      format: FORMAT,
      version: VERSION,
      createdAt,
      release: packageVersion(),
      ...database,
      files,
    } as const;
    const content = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const { sha256 } = await tar.add(MANIFEST, content);
    await tar.add(MANIFEST_DIGEST, Buffer.from(`${sha256}  ${MANIFEST}\n`));
    await tar.end();
    await handle.sync();
    await handle.close();
    if (existsSync(target)) throw exists(target);
    await rename(draft, target);
    return { manifest, foreign };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

function writeDatabase(
  db: MaintainedDatabase,
  migrations: readonly OwnedMigrations[],
  tar: TarWriter,
  { signal, progress }: BackupWork,
) {
  return db.snapshot(async (executor) => {
    const snapshot = { ...db, executor };
    const { tables, applied, readAs, foreign } = await describeSource(snapshot, migrations);
    let total = 0;
    for (const { name } of tables) total += await countRows(executor, name);
    const bar = progress('Rows', total);
    const written: BackupTable[] = [];
    try {
      for (const [index, stored] of tables.entries()) {
        const folder = `tables/${String(index).padStart(4, '0')}`;
        written.push(
          await writeTable(snapshot, tar, stored, folder, (rows) => {
            stopIfAborted(signal);
            bar.advance(rows);
          }),
        );
      }
    } finally {
      bar.stop();
    }
    return { server: db.dialect.name, readAs, books: Object.fromEntries(applied), tables: written, foreign };
  });
}

async function writeTable(
  { executor, dialect }: MaintainedDatabase,
  tar: TarWriter,
  stored: SourceTable,
  folder: string,
  onRows: (rows: number) => void,
): Promise<BackupTable> {
  const table: TransferTable = transferTable(stored);
  const digest = createRowDigest();
  const parts: RowsPart[] = [];
  for await (const rows of readRows(executor, table)) {
    const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    if (lines.length > PART_LIMIT) throw tooLarge(table.name);
    const entry = `${folder}/${String(parts.length).padStart(6, '0')}.ndjson.gz`;
    parts.push({ entry, rows: rows.length, unpacked: lines.length, ...(await tar.add(entry, await compress(lines))) });
    digest.add(rows);
    onRows(rows.length);
  }
  return {
    name: table.name,
    ...(stored.owner === null ? {} : { owner: stored.owner }),
    columns: table.columns,
    primaryKey: table.primaryKey,
    indexes: stored.indexes.map(({ columns, isUnique }) => ({ columns, isUnique })),
    ...digest.digest(),
    nextId: await dialect.inspection.nextId(executor, table.name),
    parts,
  };
}

async function writeFiles(
  objects: ObjectStore,
  tar: TarWriter,
  { signal, progress }: BackupWork,
): Promise<BackupFile[]> {
  let total = 0;
  for await (const { bytes } of objects.list()) total += bytes;
  const bar = progress('Files, bytes', total);
  const files: BackupFile[] = [];
  try {
    for await (const { key } of objects.list()) {
      stopIfAborted(signal);
      const found = await objects.stat(key);
      if (!found) continue;
      const entry = `files/${String(files.length).padStart(8, '0')}`;
      files.push({ key, entry, ...(await tar.addStream(entry, found.bytes, await objects.read(key))) });
      bar.advance(found.bytes);
    }
  } finally {
    bar.stop();
  }
  return files;
}

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new HostError('backup_interrupted', 'The backup was interrupted and removed.');
}

function exists(file: string): HostError {
  return new HostError('backup_exists', `${file} already exists. Choose another file.`, { status: 409 });
}

function tooLarge(table: string): HostError {
  return new HostError(
    'backup_row_too_large',
    `A row of "${table}" exceeds ${PART_LIMIT} bytes, the maximum of a backup. Move its text into a file.`,
    { table },
  );
}
