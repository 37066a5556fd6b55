import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.js';
import { declaredSchema } from '../database/declared.js';
import { readRows } from '../database/transfer/read-rows.js';
import type { TransferTable } from '../database/transfer/transfer-table.js';
import { HostError } from '../errors.js';
import { assertKey } from '../services/objects/object-key.js';
import type { ObjectStore } from '../services/objects/object-store.js';
import { type ExportedFile, writeExportFile } from './export-file.js';
import { exportFiles } from './export-files.js';
import type { ExportFolder, Plugin } from './plugin.js';

export interface ExportedTable {
  readonly table: string;
  readonly file: string;
  readonly rows: number;
  /** Of the file, 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface PluginExport {
  readonly tables: readonly ExportedTable[];
  readonly files: readonly ExportedFile[];
  /** What the plugin added itself. */
  readonly content: readonly ExportedFile[];
}

/**
 * Writes tables and files of a plugin into a new folder, readable for its owner alone: one line of JSON for each row, the
 * files under their keys, below `content` what the plugin adds, and what is in there in `manifest.json`. The folder has
 * its name when all of it was written.
 * @throws HostError 409 `plugin_export_exists`
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
  readonly tables: readonly string[];
  readonly addContent: (folder: ExportFolder) => Promise<void>;
}): Promise<PluginExport> {
  const target = path.resolve(folder);
  if (existsSync(target)) {
    throw new HostError('plugin_export_exists', `${target} is there already. Name another folder.`, { status: 409 });
  }
  const draft = `${target}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const { tables: declared } = await declaredSchema(plugin.migrations ?? []);
  const exported: ExportedTable[] = [];
  for (const name of tables) {
    const table = declared.get(name);
    if (!table) continue;
    const columns = [...table.columns].map(([column, definition]) => ({ name: column, definition }));
    columns.sort((a, b) => (a.name < b.name ? -1 : 1));
    exported.push(await exportTable(db, { name, columns, primaryKey: table.primaryKey }, draft));
  }
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
    // Nobody writes to the tables of an inactive plugin, so the batches fit together without a snapshot.
    for await (const batch of readRows(db.query as unknown as Kysely<unknown>, table)) {
      await write(batch.map((row) => `${JSON.stringify(row)}\n`).join(''));
      rows += batch.length;
    }
  });
  return { table: table.name, file, rows, sha256 };
}

/** What the plugin itself adds, below a folder of its own, where no name is met that is ours. */
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
