import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { HostError } from '../../../../index.js';

/** Limits of an archive of statements. */
export interface ZipLimits {
  readonly files: number;
  /** Unpacked bytes of all files. */
  readonly bytes: number;
  /** Maximum compression ratio, checked from `ratioFrom` unpacked bytes on. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

/** Banks pack a few hundred statements at most. Statements compress to about a tenth; deflate reaches 1,000. */
export const ZIP_LIMITS: ZipLimits = {
  files: 1000,
  bytes: 400 * 1024 ** 2,
  ratio: 100,
  ratioFrom: 8 * 1024 ** 2,
};

/** Bytes. */
const MAX_NAME_BYTES = 1000;
/** Compression methods: stored and deflated. */
const METHODS: ReadonlySet<number> = new Set([0, 8]);

/** A file of an archive. */
export interface ZippedFile {
  readonly name: string;
  readonly entry: Entry;
}

/**
 * Reads and checks the directory of an archive before anything is unpacked. Folders, and files that packing programs
 * add, are left out.
 * @throws HostError 413 `vendor_bank_archive_too_large`, 415 `vendor_bank_unsupported_media`, 422
 *   `vendor_bank_archive_invalid`
 */
export async function zippedFiles(zip: ZipFile, limits: ZipLimits): Promise<readonly ZippedFile[]> {
  const files: ZippedFile[] = [];
  const names = new Set<string>();
  let bytes = 0;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    count += 1;
    bytes += entry.uncompressedSize;
    if (count > limits.files || bytes > limits.bytes) throw tooLarge(limits);
    if (bytes > limits.ratioFrom && bytes > zip.fileSize * limits.ratio) throw tooLarge(limits);
    assertName(name, names);
    names.add(name);
    if (name === '[Content_Types].xml') throw workbook();
    if (isHidden(name)) continue;
    assertReadable(entry, name);
    files.push({ name, entry });
  }
  return files;
}

function isHidden(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || /(?:^|\/)\./.test(name);
}

function assertName(name: string, names: ReadonlySet<string>): void {
  const isUnsafe = /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\p{Cc}/iu.test(name);
  if (isUnsafe || name === '' || Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw invalid(`It has an entry with an invalid name: ${JSON.stringify(name.slice(0, 100))}.`);
  }
  if (names.has(name)) throw invalid(`It has "${name.slice(0, 100)}" twice.`);
}

function assertReadable(entry: Entry, name: string): void {
  const quotedName = `"${name.slice(0, 100)}"`;
  // The upper half holds the Unix mode; 0 if another system created the archive.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind !== 0 && kind !== 0o100000) throw invalid(`${quotedName} is a link or a device.`);
  if (entry.isEncrypted()) throw invalid('It is encrypted. Unpack it with its password first.');
  if (!METHODS.has(entry.compressionMethod)) throw invalid(`${quotedName} has an unsupported compression.`);
}

/** Verifies the CRC-32 of a file while it is read. The zip reader only checks its length. */
export async function* checked(source: Readable, { crc32: expected }: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== expected) throw invalid('A file in it has the wrong checksum. Download it again.');
}

export function invalid(reason: string): HostError {
  const message = `The archive cannot be read. ${reason}`;
  return new HostError('vendor_bank_archive_invalid', message, { status: 422 });
}

function tooLarge({ files, bytes }: ZipLimits): HostError {
  const message = `The archive is too large: at most ${files} files with ${bytes} bytes in total, compressed as statements usually are. Unpack it, and import the statements in it.`;
  return new HostError('vendor_bank_archive_too_large', message, { status: 413 });
}

function workbook(): HostError {
  const message = 'The file is an Excel workbook. Save it as CSV, and import that.';
  return new HostError('vendor_bank_unsupported_media', message, { status: 415 });
}
