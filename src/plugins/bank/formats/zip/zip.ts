import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HostError } from '../../../../index.js';
import { isZip, openZip, type ZipArchive, type ZipFault, type ZipLimits } from '../../../../utilities.js';
import { detectFormat, namedFormat } from '../detect.js';
import { part } from '../part.js';
import { readFile } from '../read-file.js';
import type { StatementPart } from '../statement.js';
import type { ReadOptions, StatementFile, StatementFormat } from '../statement-format.js';

/** Banks pack a few hundred statements at most. Statements compress to about a tenth; deflate reaches 1,000. */
export const ZIP_LIMITS: ZipLimits = {
  entries: 1000,
  bytes: 400 * 1024 ** 2,
  ratio: 100,
  ratioFrom: 8 * 1024 ** 2,
};

/** First characters of other archives, which are not read inside an archive: gzip, 7z and rar. */
const PACKED = ['\u001f\u008b', '7z\u00bc\u00af', 'Rar!'] as const;

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
    recognise: (head) => (isZip(Buffer.from(head, 'latin1')) ? 1 : 0),
    async *read(file, options = {}) {
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-statements-'));
      try {
        const copy = path.join(folder, 'archive');
        await pipeline(file.open(), createWriteStream(copy, { mode: 0o600 }));
        const zip = await openZip(copy, { limits, fail: refusalOf(file.name, limits) });
        try {
          if (zip.files.has('[Content_Types].xml')) throw workbook();
          if (zip.files.size === 0) throw invalid('It contains no file.');
          for (const [name, size] of zip.files) {
            options.signal?.throwIfAborted();
            const inner = innerFile(zip, name, size);
            yield { kind: 'file', name: inner.name };
            try {
              if (isPacked(await firstBytes(inner))) throw invalid('Archives in archives are not read.');
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

function innerFile(zip: ZipArchive, name: string, size: number): StatementFile {
  return { name, size, open: () => Readable.from(zip.read(name), { objectMode: false }) };
}

function isPacked(head: Buffer): boolean {
  return isZip(head) || PACKED.some((signature) => head.toString('latin1').startsWith(signature));
}

async function firstBytes(file: StatementFile): Promise<Buffer> {
  for await (const piece of file.open()) return Buffer.from(piece as Uint8Array).subarray(0, 8);
  return Buffer.alloc(0);
}

/** Adds the name of the file to the position of an entry or problem. */
function placed(one: StatementPart, name: string): StatementPart {
  const at = (position: string): string => (position === '' ? name : `${name}: ${position}`);
  if (one.kind === 'entry') return part.entry({ ...one.entry, position: at(one.entry.position) });
  if (one.kind !== 'problem') return one;
  return { kind: 'problem', problem: { ...one.problem, position: at(one.problem.position) } };
}

/** Errors 413 `vendor_bank_archive_too_large`, 415 `vendor_bank_unsupported_media`, 422 `vendor_bank_archive_invalid`. */
function refusalOf(file: string, limits: ZipLimits) {
  return (fault: ZipFault, detail: string): HostError => {
    const name = `"${detail.slice(0, 100)}"`;
    switch (fault) {
      case 'incomplete': {
        const message = `"${file}" is not a complete ZIP archive. Download it again, or import the statements in it.`;
        return new HostError('vendor_bank_unsupported_media', message, { status: 415, file });
      }
      case 'too_large':
        return tooLarge(limits);
      case 'path':
        return invalid(`It has an entry with an invalid name: ${JSON.stringify(detail.slice(0, 100))}.`);
      case 'twice':
        return invalid(`It has ${name} twice.`);
      case 'link':
        return invalid(`${name} is a link or a device.`);
      case 'encrypted':
        return invalid('It is encrypted. Unpack it with its password first.');
      case 'compression':
        return invalid(`${name} has an unsupported compression.`);
      case 'checksum':
        return invalid('A file in it has the wrong checksum. Download it again.');
      case 'damaged':
        return invalid(`It is damaged or incomplete: ${detail}. Download it again.`);
    }
  };
}

function invalid(reason: string): HostError {
  const message = `The archive cannot be read. ${reason}`;
  return new HostError('vendor_bank_archive_invalid', message, { status: 422 });
}

function tooLarge({ entries, bytes }: ZipLimits): HostError {
  const message = `The archive is too large: at most ${entries} files with ${bytes} bytes in total, compressed as statements usually are. Unpack it, and import the statements in it.`;
  return new HostError('vendor_bank_archive_too_large', message, { status: 413 });
}

function workbook(): HostError {
  const message = 'The file is an Excel workbook. Save it as CSV, and import that.';
  return new HostError('vendor_bank_unsupported_media', message, { status: 415 });
}
