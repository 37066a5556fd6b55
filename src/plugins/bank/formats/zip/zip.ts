import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type ZipFile } from 'yauzl';
import { HostError } from '../../../../index.js';
import { detectFormat, namedFormat } from '../detect.js';
import { part } from '../part.js';
import { readFile } from '../read-file.js';
import type { StatementPart } from '../statement.js';
import type { ReadOptions, StatementFile, StatementFormat } from '../statement-format.js';
import { checked, invalid, ZIP_LIMITS, type ZipLimits, type ZippedFile, zippedFiles } from './zip-entries.js';

/** First characters of an archive: a file, or the end record of an empty one. */
const SIGNATURES = ['PK\u0003\u0004', 'PK\u0005\u0006'] as const;
/** Signatures of archives that are not read inside an archive: also gzip, 7z and rar. */
const PACKED = [...SIGNATURES, '\u001f\u008b', '7z\u00bc\u00af', 'Rar!'] as const;

/** Whether the first bytes of a file are those of a ZIP archive. */
export function isZip(head: Uint8Array): boolean {
  return startsLike(Buffer.from(head).toString('latin1'), SIGNATURES);
}

/**
 * Creates the format of a ZIP archive with statements. Each file in it is read as a file of its own; one that cannot be
 * read is an error, and the others are read.
 * @param formats of the files in it
 * @param named name of their format
 */
export function createZipFormat(
  formats: readonly StatementFormat[],
  named?: string,
  limits: ZipLimits = ZIP_LIMITS,
): StatementFormat {
  async function* readOne(file: StatementFile, options: ReadOptions): AsyncGenerator<StatementPart, void> {
    const format =
      named === undefined
        ? (await detectFormat(file, formats, { signal: options.signal })).format
        : namedFormat(named, formats);
    for await (const one of readFile(file, format, options)) yield placed(one, file.name);
  }

  return {
    name: 'zip',
    recognise: (head) => (startsLike(head, SIGNATURES) ? 1 : 0),
    async *read(file, options = {}) {
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-statements-'));
      try {
        const copy = path.join(folder, 'archive');
        await pipeline(file.open(), createWriteStream(copy, { mode: 0o600 }));
        const zip = await opened(copy, file.name);
        try {
          const files = await readable(() => zippedFiles(zip, limits));
          if (files.length === 0) throw invalid('It contains no file.');
          for (const zipped of files) {
            options.signal?.throwIfAborted();
            const inner = innerFile(zip, zipped);
            yield { kind: 'file', name: inner.name };
            try {
              if (startsLike(await firstCharacters(inner), PACKED)) throw invalid('Archives in archives are not read.');
              yield* readOne(inner, options);
            } catch (error) {
              if (!(error instanceof HostError) || error.status >= 500) throw error;
              yield part.error(error.code.replace('vendor_bank_', ''), error.message, inner.name);
            }
          }
        } finally {
          zip.close();
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** @throws HostError 415 `vendor_bank_unsupported_media` for a file that only starts as an archive does */
async function opened(copy: string, name: string): Promise<ZipFile> {
  try {
    return await openPromise(copy, { autoClose: false, decodeStrings: false });
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    const message = `"${name}" is not a complete ZIP archive. Download it again, or import the statements in it.`;
    throw new HostError('vendor_bank_unsupported_media', message, { status: 415, file: name });
  }
}

function innerFile(zip: ZipFile, { name, entry }: ZippedFile): StatementFile {
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* checked(await zip.openReadStreamPromise(entry), entry);
    } catch (error) {
      throw translated(error);
    }
  }
  return { name, size: entry.uncompressedSize, open: () => Readable.from(bytes(), { objectMode: false }) };
}

function startsLike(head: string, signatures: readonly string[]): boolean {
  return signatures.some((signature) => head.startsWith(signature));
}

async function firstCharacters(file: StatementFile): Promise<string> {
  for await (const piece of file.open())
    return Buffer.from(piece as Uint8Array)
      .subarray(0, 8)
      .toString('latin1');
  return '';
}

/** Adds the name of the file to the position of an entry or problem. */
function placed(one: StatementPart, name: string): StatementPart {
  const at = (position: string): string => (position === '' ? name : `${name}: ${position}`);
  if (one.kind === 'entry') return part.entry({ ...one.entry, position: at(one.entry.position) });
  if (one.kind !== 'problem') return one;
  return { kind: 'problem', problem: { ...one.problem, position: at(one.problem.position) } };
}

async function readable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}

/** Translates errors of the zip reader; file system errors pass through. */
function translated(error: unknown): unknown {
  if (error instanceof HostError || (error instanceof Error && 'syscall' in error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return invalid(`It is damaged or incomplete: ${reason}. Download it again.`);
}
