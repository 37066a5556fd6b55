import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';

/** Limits for unpacking an archive. */
export interface ZipLimits {
  readonly entries: number;
  /** Unpacked bytes of all files. */
  readonly bytes: number;
  /** Maximum compression ratio, checked from `ratioFrom` unpacked bytes on. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

/** Reason why an archive is refused. `incomplete`: the file only starts like a ZIP. */
export type ZipFault =
  | 'incomplete'
  | 'damaged'
  | 'encrypted'
  | 'link'
  | 'path'
  | 'twice'
  | 'too_large'
  | 'compression'
  | 'checksum';

/** Options of {@link openZip}. */
export interface ZipOptions {
  readonly limits: ZipLimits;
  /**
   * Creates the error for a fault.
   * @param detail name of the entry, or what the reader says
   */
  readonly fail: (fault: ZipFault, detail: string, cause?: unknown) => Error;
}

/** An open archive whose directory was checked. */
export interface ZipArchive {
  /** Unpacked bytes of the files by POSIX path, without hidden files and those that packing programs add. */
  readonly files: ReadonlyMap<string, number>;
  /** Folders with an entry of their own, without trailing slash. */
  readonly folders: ReadonlySet<string>;
  /** Reads a file and verifies its checksum. */
  read(name: string): AsyncIterable<Buffer>;
  close(): void;
}

/** First bytes of a ZIP: a file entry, or the end record of an empty archive. */
const SIGNATURES: ReadonlySet<string> = new Set(['504b0304', '504b0506']);
/** Compression methods: stored and deflated. */
const METHODS: ReadonlySet<number> = new Set([0, 8]);
/** Maximum length of names and paths in bytes, as file systems allow. */
const MAX_LENGTHS = { name: 255, path: 3000 };

/** Returns whether a file that starts with these bytes is a ZIP archive. */
export function isZip(head: Uint8Array): boolean {
  return SIGNATURES.has(Buffer.from(head).subarray(0, 4).toString('hex'));
}

/**
 * Opens an archive and checks its whole directory before anything is unpacked. Errors of the file system pass through.
 * @throws whatever `fail` returns
 */
export async function openZip(file: string, options: ZipOptions): Promise<ZipArchive> {
  const { openPromise } = await import('yauzl');
  const { fail } = options;
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { autoClose: false, decodeStrings: false });
  } catch (error) {
    throw translated(error, options, 'incomplete');
  }
  try {
    const { entries, folders } = await readDirectory(zip, options);
    return {
      files: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
      folders,
      async *read(name) {
        const entry = entries.get(name);
        if (!entry) throw new Error(`The archive has no file "${name}".`);
        let sum = 0;
        try {
          for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
            sum = crc32(chunk, sum);
            yield chunk;
          }
        } catch (error) {
          throw translated(error, options, 'damaged');
        }
        // The reader only checks the length.
        if (sum !== entry.crc32) throw fail('checksum', name);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readDirectory(
  zip: ZipFile,
  options: ZipOptions,
): Promise<{ readonly entries: ReadonlyMap<string, Entry>; readonly folders: ReadonlySet<string> }> {
  const { getFileNameLowLevel } = await import('yauzl');
  const { limits, fail } = options;
  const entries = new Map<string, Entry>();
  const folders = new Set<string>();
  let bytes = 0;
  let count = 0;
  const faults: Error[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      // Names may use a legacy Windows encoding with backslashes between folders.
      const { generalPurposeBitFlag: flags, fileNameRaw, extraFields } = entry;
      const fileName = getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
      const name = fileName.replace(/\/$/, '');
      count += 1;
      bytes += entry.uncompressedSize;
      const isTooLarge = count > limits.entries || bytes > limits.bytes;
      const isBomb = bytes > limits.ratioFrom && bytes > zip.fileSize * limits.ratio;
      const fault = faultOf(entry, name) ?? (isTooLarge || isBomb ? 'too_large' : null);
      if (fault !== null) {
        faults.push(fail(fault, name));
        break;
      }
      if (fileName.endsWith('/')) folders.add(name);
      else if (entries.has(name)) faults.push(fail('twice', name));
      else entries.set(name, entry);
    }
  } catch (error) {
    throw translated(error, options, 'damaged');
  }
  const inFile = [...entries.keys()].map((name) => fileAbove(name, entries)).find((above) => above !== null);
  if (inFile !== undefined) faults.push(fail('twice', inFile));
  const [first] = faults;
  if (first) throw first;
  return { entries: new Map([...entries].filter(([name]) => !isHidden(name))), folders };
}

function faultOf(entry: Entry, name: string): ZipFault | null {
  const isLong =
    Buffer.byteLength(name) > MAX_LENGTHS.path ||
    name.split('/').some((part) => Buffer.byteLength(part) > MAX_LENGTHS.name);
  if (isLong || !isRelativePath(name) || /^[a-z]:/i.test(name)) return 'path';
  // The upper half holds the Unix mode; 0 if another system created the archive.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) return 'link';
  if (entry.isEncrypted()) return 'encrypted';
  return METHODS.has(entry.compressionMethod) ? null : 'compression';
}

/** Returns whether a path stays below its folder: POSIX, normalized, no `..`, no control characters. */
export function isRelativePath(file: string): boolean {
  return (
    file !== '' &&
    file !== '.' &&
    !file.startsWith('/') &&
    !/^\.\.(?:\/|$)/.test(file) &&
    path.posix.normalize(file) === file &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones looked for
    !/[\\\u0000-\u001f]/.test(file)
  );
}

/** Matches files added by packing tools, and dot files. */
function isHidden(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\./.test(name);
}

/** Returns a file whose name is also a folder of this path. */
function fileAbove(name: string, entries: ReadonlyMap<string, Entry>): string | null {
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    if (entries.has(name.slice(0, end))) return name.slice(0, end);
  }
  return null;
}

/** Translates errors of the reader; file system errors pass through. */
function translated(error: unknown, { fail }: ZipOptions, fault: 'incomplete' | 'damaged'): unknown {
  if (error instanceof Error && 'syscall' in error) return error;
  const reason = error instanceof Error ? error.message : String(error);
  // The reader rejects archives with encrypted names without an error code.
  return /strong encryption/i.test(reason) ? fail('encrypted', '') : fail(fault, reason, error);
}
