import type { FileHandle } from 'node:fs/promises';
import { damaged } from './backup-errors.js';
import { checksum } from './tar-write.js';

/** Position of an entry's content within the file. */
export interface TarEntry {
  readonly name: string;
  readonly start: number;
  readonly bytes: number;
}

const BLOCK = 512;

/**
 * Reads the entries of an archive made by `createTarWriter`. Links, folders and other entry types are rejected.
 * @throws HostError 400 `backup_damaged`, also for a truncated archive
 */
export async function* readTarEntries(handle: FileHandle): AsyncGenerator<TarEntry> {
  const { size } = await handle.stat();
  const block = Buffer.alloc(BLOCK);
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(block, 0, BLOCK, position);
    if (bytesRead < BLOCK) throw damaged('it is truncated');
    if (block.every((byte) => byte === 0)) return;
    const entry = entryOf(block, position + BLOCK);
    if (entry.start + entry.bytes > size) throw damaged('it is truncated');
    yield entry;
    position = entry.start + Math.ceil(entry.bytes / BLOCK) * BLOCK;
  }
}

/** @throws HostError 400 `backup_damaged` */
export async function readContent(
  handle: FileHandle,
  { name, start, bytes }: TarEntry,
  limit: number,
): Promise<Buffer> {
  if (bytes > limit) throw damaged(`"${name}" exceeds the maximum size of a part`);
  const content = Buffer.alloc(bytes);
  for (let offset = 0; offset < bytes; ) {
    const { bytesRead } = await handle.read(content, offset, bytes - offset, start + offset);
    if (bytesRead === 0) throw damaged('it is truncated');
    offset += bytesRead;
  }
  return content;
}

function entryOf(block: Buffer, start: number): TarEntry {
  if (Number.parseInt(block.toString('latin1', 148, 156), 8) !== checksum(block)) {
    throw damaged('it is not an archive, or has an invalid header');
  }
  const kind = block.toString('latin1', 156, 157);
  const name = block.toString('utf8', 0, 100).replace(/\0.*$/s, '');
  if (kind !== '0' && kind !== '\0') throw damaged(`"${name}" is not a regular file`);
  const bytes =
    (block.readUInt8(124) & 0x80) === 0
      ? Number.parseInt(block.toString('latin1', 124, 136), 8)
      : Number(block.readBigUInt64BE(128));
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw damaged(`the size of "${name}" is invalid`);
  return { name, start, bytes };
}
