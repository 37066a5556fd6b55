import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.js';
import type { StoredTable } from '../database/inspection.js';
import { readRows } from '../database/transfer/read-rows.js';
import { createRowDigest, digestTable } from '../database/transfer/row-digest.js';
import { type TransferRow, type TransferTable, transferTable } from '../database/transfer/transfer-table.js';
import { HostError } from '../errors.js';
import { assertKey } from '../services/objects/object-key.js';
import type { ObjectStore } from '../services/objects/object-store.js';
import { type ExportedFile, writeExportFile } from './export-file.js';
import type { ExportFolder, Plugin } from './plugin.js';

export interface ExportedTable {
  readonly table: string;
  readonly file: string;
  readonly rows: number;
  /** Hash of the file, 64 hex digits. */
  readonly sha256: string;
}

export interface PluginExport {
  readonly tables: readonly ExportedTable[];
  readonly files: readonly ExportedFile[];
  /** Files added by the plugin itself. */
  readonly content: readonly ExportedFile[];
}

/**
 * Exports the tables and files of a plugin to a new folder that only its owner can read: each row as a line of JSON,
 * the files under their keys, the plugin's own additions below `content`, and a list of everything in `manifest.json`.
 * Each table is read back and compared. The folder is renamed to its final name when it is complete.
 * @throws HostError 409 `plugin_export_exists`, `database_table_foreign`; `plugin_export_differs`
 */
export async function exportPlugin({
  db,
  objects,
  folder,
  plugin,
  tables,
  addContent,
}: {
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly folder: string;
  readonly plugin: Plugin;
  readonly tables: readonly StoredTable[];
  readonly addContent: (folder: ExportFolder) => Promise<void>;
}): Promise<PluginExport> {
  const target = path.resolve(folder);
  if (existsSync(target)) {
    throw new HostError('plugin_export_exists', `${target} already exists. Choose another folder.`, { status: 409 });
  }
  const draft = `${target}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const exported: ExportedTable[] = [];
  for (const table of tables) exported.push(await exportTable(db, transferTable(table), draft));
  const files = await exportFiles(objects, plugin.name, draft);
  const content = await exportContent(addContent, draft);
  const manifest = {
    format: 'mortise-plugin-export',
    version: 1,
    plugin: plugin.name,
    plugin_version: plugin.version,
    created_at: new Date().toISOString(),
    tables: exported,
    files,
    content,
  };
  await writeFile(path.join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, target);
  return { tables: exported, files, content };
}

async function exportTable(db: Database, table: TransferTable, folder: string): Promise<ExportedTable> {
  let rows = 0;
  const { file, sha256 } = await writeExportFile(folder, `${table.name}.ndjson`, async (write) => {
    // The tables of an inactive plugin do not change, so the batches are consistent without a snapshot.
    for await (const batch of readRows(db.query as unknown as Kysely<unknown>, table)) {
      await write(batch.map((row) => `${JSON.stringify(row)}\n`).join(''));
      rows += batch.length;
    }
  });
  const exported = { table: table.name, file, rows, sha256 };
  await assertSame(db, table, exported, folder);
  return exported;
}

/**
 * Compares an exported file with its table.
 * @throws HostError `plugin_export_differs`
 */
async function assertSame(db: Database, table: TransferTable, { file, sha256 }: ExportedTable, folder: string) {
  const digest = createRowDigest();
  const hash = createHash('sha256');
  const input = createReadStream(path.join(folder, file));
  input.on('data', (chunk) => hash.update(chunk));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    digest.add([JSON.parse(line) as TransferRow]);
  }
  const written = digest.digest();
  const stored = await digestTable(db.query as unknown as Kysely<unknown>, table, () => undefined);
  const isSame = hash.digest('hex') === sha256 && written.rows === stored.rows && written.checksum === stored.checksum;
  if (isSame) return;
  throw new HostError(
    'plugin_export_differs',
    `The export of "${table.name}" has ${written.rows} rows and the table ${stored.rows}, or their values differ. Nothing was deleted. Make sure that no process writes to the table, then run the command again.`,
    { table: table.name },
  );
}

/** Exports the plugin's own additions to a separate folder, where their names cannot collide with ours. */
async function exportContent(add: (folder: ExportFolder) => Promise<void>, folder: string): Promise<ExportedFile[]> {
  const exported: ExportedFile[] = [];
  await add({
    async file(name, fill) {
      assertKey(name);
      exported.push(await writeExportFile(folder, `content/${name}`, fill));
    },
  });
  return exported;
}

/** Exports the files of a plugin to a folder, under the keys used by the plugin. */
async function exportFiles(objects: ObjectStore, owner: string, folder: string): Promise<ExportedFile[]> {
  const exported: ExportedFile[] = [];
  for await (const { key } of objects.list(`${owner}/`)) {
    const file = path.posix.join('files', key.slice(owner.length + 1));
    const written = await writeExportFile(folder, file, async (write) => {
      for await (const chunk of await objects.read(key)) await write(chunk as Buffer);
    });
    exported.push(written);
  }
  return exported;
}
