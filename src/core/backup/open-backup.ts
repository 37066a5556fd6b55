import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ColumnDefinition } from '../database/column.js';
import { createRowDigest } from '../database/transfer/row-digest.js';
import type { TransferRow } from '../database/transfer/transfer-table.js';
import { HostError, messageOf } from '../errors.js';
import { isRecord } from '../record.js';
import { damaged } from './backup-errors.js';
import type { BackupWork } from './create-backup.js';
import {
  type BackupFile,
  type BackupPart,
  type BackupTable,
  MANIFEST,
  MANIFEST_DIGEST,
  type Manifest,
  parseManifest,
  type RowsPart,
} from './manifest.js';
import { readContent, readTarEntries, type TarEntry } from './tar-read.js';

/** Maximum bytes of an unpacked part or a manifest, which are held in memory. */
export const PART_LIMIT = 256 * 1024 * 1024;

/** A fully verified backup. */
export interface OpenBackup {
  readonly manifest: Manifest;
  rows(table: BackupTable): AsyncIterable<readonly TransferRow[]>;
  file(file: BackupFile): Readable;
  close(): Promise<void>;
}

const decompress = promisify(gunzip);

/**
 * Opens a backup and verifies all of it: the digest of every part, that every row fits its table, and that no name
 * points outside the backup. Only verified content is returned.
 * @throws HostError 400 `backup_missing`, `backup_damaged`, `backup_newer`
 */
export async function openBackup(file: string, work: BackupWork): Promise<OpenBackup> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    const reason = messageOf(error);
    throw new HostError('backup_missing', `The backup cannot be opened: ${reason}`, { status: 400 }, { cause: error });
  });
  try {
    const entries = await indexEntries(handle);
    const manifest = await readManifest(handle, entries);
    const backup = { manifest, ...readers(handle, entries), close: () => handle.close() };
    await verify(handle, entries, backup, work);
    return backup;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function indexEntries(handle: FileHandle): Promise<Map<string, TarEntry>> {
  const entries = new Map<string, TarEntry>();
  for await (const entry of readTarEntries(handle)) {
    if (entries.has(entry.name)) throw damaged(`it contains "${entry.name}" twice`);
    entries.set(entry.name, entry);
  }
  return entries;
}

async function readManifest(handle: FileHandle, entries: ReadonlyMap<string, TarEntry>): Promise<Manifest> {
  const content = await readContent(handle, find(entries, MANIFEST), PART_LIMIT);
  const digest = await readContent(handle, find(entries, MANIFEST_DIGEST), 1000);
  if (digest.toString('latin1').slice(0, 64) !== createHash('sha256').update(content).digest('hex')) {
    throw damaged('its manifest was modified');
  }
  return parseManifest(content);
}

function readers(handle: FileHandle, entries: ReadonlyMap<string, TarEntry>): Pick<OpenBackup, 'file' | 'rows'> {
  return {
    async *rows(table) {
      for (const part of table.parts) yield await readRowsPart(handle, find(entries, part.entry), table, part);
    },
    file: ({ entry }) => streamOf(handle, find(entries, entry)),
  };
}

function streamOf(handle: FileHandle, { start, bytes }: TarEntry): Readable {
  if (bytes === 0) return Readable.from([]);
  return handle.createReadStream({ start, end: start + bytes - 1, autoClose: false });
}

async function readRowsPart(
  handle: FileHandle,
  entry: TarEntry,
  table: BackupTable,
  part: RowsPart,
): Promise<readonly TransferRow[]> {
  if (part.unpacked > PART_LIMIT) throw damaged(`"${part.entry}" declares a size above the maximum`);
  const packed = await readContent(handle, entry, PART_LIMIT);
  assertPart(part, packed.length, createHash('sha256').update(packed).digest('hex'));
  const lines = await decompress(packed, { maxOutputLength: Math.max(1, part.unpacked) }).catch(() => {
    throw damaged(`"${part.entry}" cannot be decompressed, or exceeds its declared size`);
  });
  const rows = lines.toString('utf8').split('\n');
  if (rows.pop() !== '' || rows.length !== part.rows || lines.length !== part.unpacked) {
    throw damaged(`the row count of "${part.entry}" does not match`);
  }
  return rows.map((line) => parseRow(line, table));
}

/** The row must have exactly the table's columns, in order, with values of their types. */
function parseRow(line: string, { name, columns }: BackupTable): TransferRow {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw damaged(`a row of "${name}" is not valid JSON`);
  }
  const values = isRecord(row) ? Object.entries(row) : [];
  const fits =
    values.length === columns.length &&
    columns.every(({ name: column, definition }, index) => {
      const [key, value] = values[index] ?? [];
      return key === column && (value === null ? definition.nullable : isOfKind(value, definition));
    });
  if (!fits) throw damaged(`a row of "${name}" does not match the table`);
  return row as TransferRow;
}

function isOfKind(value: unknown, { kind, length }: ColumnDefinition): boolean {
  switch (kind) {
    case 'id':
    case 'integer':
    case 'bigint':
      return Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{16,19}$/.test(value));
    case 'boolean':
      return value === 0 || value === 1;
    case 'datetime':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(value);
    case 'key':
    case 'string':
      return typeof value === 'string' && !value.includes('\0') && [...value].length <= length;
    case 'text':
    case 'json':
      return typeof value === 'string' && !value.includes('\0');
  }
}

async function verify(
  handle: FileHandle,
  entries: ReadonlyMap<string, TarEntry>,
  backup: OpenBackup,
  { signal, progress }: BackupWork,
): Promise<void> {
  const { tables, files } = backup.manifest;
  const bar = progress('Checking', tables.reduce((sum, { rows }) => sum + rows, 0) + files.length);
  try {
    for (const table of tables) {
      const digest = createRowDigest();
      for await (const rows of backup.rows(table)) {
        stopIfAborted(signal);
        digest.add(rows);
        bar.advance(rows.length);
      }
      const found = digest.digest();
      if (found.rows !== table.rows || found.checksum !== table.checksum) {
        throw damaged(`the row count of "${table.name}" does not match`);
      }
    }
    for (const file of files) {
      stopIfAborted(signal);
      const entry = find(entries, file.entry);
      assertPart(file, entry.bytes, await hashOf(streamOf(handle, entry)));
      bar.advance(1);
    }
  } finally {
    bar.stop();
  }
}

export async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

function assertPart({ entry, bytes, sha256 }: BackupPart, found: number, digest: string): void {
  if (found !== bytes || digest !== sha256) throw damaged(`"${entry}" was modified`);
}

function find(entries: ReadonlyMap<string, TarEntry>, name: string): TarEntry {
  const entry = entries.get(name);
  if (entry) return entry;
  throw damaged(`"${name}" is missing`);
}

function stopIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new HostError('backup_interrupted', 'The verification was interrupted. Nothing was changed.');
}
