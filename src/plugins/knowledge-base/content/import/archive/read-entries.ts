import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { HostError } from '../../../../../index.js';
import { isSafePath } from '../../export/safe-path.js';

/** Limits for unpacking an archive. */
export interface ArchiveLimits {
  readonly entries: number;
  /** Total size of all files, in bytes. */
  readonly bytes: number;
  /** Maximum compression ratio, checked from `ratioFrom` unpacked bytes on. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

/**
 * Limits well above any export: article text compresses to about a tenth, while a ratio above 100 indicates a zip
 * bomb. Deflate itself reaches about 1,000.
 */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 200_000,
  bytes: 8 * 1024 ** 3,
  ratio: 100,
  ratioFrom: 64 * 1024 ** 2,
};

/** Contents of an archive, by POSIX path of its files. */
export interface ArchiveListing {
  readonly files: ReadonlyMap<string, Entry>;
  /** Folders listed as entries of their own, without trailing slash. */
  readonly folders: ReadonlySet<string>;
}

/** Compression methods: stored and deflated. */
const METHODS: ReadonlySet<number> = new Set([0, 8]);
/** Maximum length of names and paths in bytes, as file systems allow. */
const MAX_LENGTHS = { name: 255, path: 3000 };

/**
 * Reads and validates the archive's directory before anything is unpacked.
 * @throws HostError 422 `vendor_kb_archive_path`, `vendor_kb_archive_link`, `vendor_kb_archive_encrypted`,
 *   `vendor_kb_archive_unsupported`, `vendor_kb_archive_duplicate`, 413 `vendor_kb_archive_too_large`
 */
export async function readEntries(zip: ZipFile, limits: ArchiveLimits): Promise<ArchiveListing> {
  const files = new Map<string, Entry>();
  const folders = new Set<string>();
  let bytes = 0;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    // Names may use a legacy Windows encoding with backslashes between folders.
    const { generalPurposeBitFlag: flags, fileNameRaw, extraFields } = entry;
    const fileName = getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
    const name = fileName.replace(/\/$/, '');
    assertPath(name);
    assertKind(entry, name);
    bytes += entry.uncompressedSize;
    if (count > limits.entries || bytes > limits.bytes) throw tooLarge();
    if (bytes > limits.ratioFrom && bytes > zip.fileSize * limits.ratio) throw tooLarge();
    if (fileName.endsWith('/')) folders.add(name);
    else if (files.has(name)) throw duplicate(name);
    else files.set(name, entry);
  }
  for (const name of files.keys()) assertNoFolder(name, files);
  return { files, folders };
}

function assertPath(name: string): void {
  const isLong =
    Buffer.byteLength(name) > MAX_LENGTHS.path ||
    name.split('/').some((part) => Buffer.byteLength(part) > MAX_LENGTHS.name);
  if (isSafePath(name) && !isLong && !/^[a-z]:/i.test(name)) return;
  const message = `The archive has an entry with an invalid path: ${JSON.stringify(name.slice(0, 200))}. Nothing was unpacked.`;
  throw new HostError('vendor_kb_archive_path', message, { status: 422 });
}

function assertKind(entry: Entry, name: string): void {
  // The upper half holds the Unix mode; 0 if another system created the archive.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) {
    const message = `"${name}" in the archive is a link or a device. Include the file itself.`;
    throw new HostError('vendor_kb_archive_link', message, { status: 422 });
  }
  if (entry.isEncrypted()) throw encrypted();
  if (METHODS.has(entry.compressionMethod)) return;
  const message = `"${name}" in the archive has an unsupported compression (${entry.compressionMethod}). Use an ordinary ZIP (deflate).`;
  throw new HostError('vendor_kb_archive_unsupported', message, { status: 422 });
}

function assertNoFolder(name: string, files: ReadonlyMap<string, Entry>): void {
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    if (files.has(name.slice(0, end))) throw duplicate(name.slice(0, end));
  }
}

/** Error for a duplicate name, rejected because readers disagree on which entry counts. */
export function duplicate(name: string): HostError {
  const message = `The archive has "${name}" twice. Include each file once.`;
  return new HostError('vendor_kb_archive_duplicate', message, { status: 422 });
}

export function encrypted(): HostError {
  const message = 'The archive is encrypted. Create it without a password.';
  return new HostError('vendor_kb_archive_encrypted', message, { status: 422 });
}

function tooLarge(): HostError {
  const message =
    'The archive is too large when unpacked, or has an implausible compression ratio. Unpack it and import the folder, or import it in parts.';
  return new HostError('vendor_kb_archive_too_large', message, { status: 413 });
}
