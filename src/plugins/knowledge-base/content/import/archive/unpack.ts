import { createWriteStream } from 'node:fs';
import { mkdir, open as openFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { HostError } from '../../../../../index.js';
import { ARCHIVE_LIMITS, type ArchiveListing, duplicate, encrypted, readEntries } from './read-entries.js';

/** First bytes of a zip: a file entry, or the end record of an empty archive. */
const SIGNATURES: ReadonlySet<string> = new Set(['504b0304', '504b0506']);

/** Returns whether a file is a zip, judged by its content. */
export async function isArchive(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return false;
  const handle = await openFile(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && SIGNATURES.has(buffer.toString('hex'));
  } finally {
    await handle.close();
  }
}

/**
 * Unpacks a zip into an empty folder. Everything is validated before anything is written. Hidden files are skipped,
 * as in imported folders.
 * @returns the folder, or its only subfolder if the archive was packed from a folder
 * @throws HostError 422 `vendor_kb_archive_damaged`; those of `readEntries`
 */
export async function unpack(file: string, folder: string, limits = ARCHIVE_LIMITS): Promise<string> {
  const zip = await readable(() => openPromise(file, { autoClose: false, decodeStrings: false }));
  try {
    const listing = await readable(() => readEntries(zip, limits));
    const entries = [...listing.files].filter(([name]) => !isHidden(name));
    for (const [name, entry] of entries) await readable(() => write(zip, entry, path.join(folder, name), name));
    return path.join(folder, wrapperOf(listing));
  } finally {
    zip.close();
  }
}

/** Matches files added by packing tools, and files that no import reads. */
function isHidden(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\./.test(name);
}

/**
 * Finds the wrapper folder. Our exports contain no folder entries; an archive of a single folder means its contents.
 */
function wrapperOf({ files, folders }: ArchiveListing): string {
  const tops = new Set([...files.keys()].filter((name) => !isHidden(name)).map((name) => name.split('/')[0] ?? ''));
  const [top = '', ...others] = tops;
  return others.length === 0 && folders.has(top) ? top : '';
}

async function write(zip: ZipFile, entry: Entry, target: string, name: string): Promise<void> {
  try {
    await mkdir(path.dirname(target), { recursive: true });
    const source = await zip.openReadStreamPromise(entry);
    await pipeline(source, checked(entry), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    // Two names collide on a case-insensitive file system.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw duplicate(name);
    throw error;
  }
}

/** Verifies the CRC-32 of a file. The zip reader only checks its length. */
function checked({ crc32: expected }: Entry) {
  return async function* (source: Readable): AsyncGenerator<Buffer> {
    let sum = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== expected) throw new Error('A file has the wrong checksum');
  };
}

/** Translates errors of the zip reader; file system errors pass through. */
async function readable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HostError || (error instanceof Error && 'syscall' in error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    // The reader rejects archives with encrypted names without an error code.
    if (/strong encryption/i.test(reason)) throw encrypted();
    const message = `The archive is damaged or incomplete: ${reason}. Create or send it again.`;
    throw new HostError('vendor_kb_archive_damaged', message, { status: 422 }, { cause: error });
  }
}
