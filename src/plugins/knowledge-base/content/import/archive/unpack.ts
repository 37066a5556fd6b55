import { createWriteStream } from 'node:fs';
import { mkdir, open as openFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { HostError } from '../../../../../index.js';
import { isZip, openZip, type ZipArchive, type ZipFault, type ZipLimits } from '../../../../../utilities.js';

/**
 * Limits well above any export: article text compresses to about a tenth, while a ratio above 100 indicates a zip
 * bomb. Deflate itself reaches about 1,000.
 */
export const ARCHIVE_LIMITS: ZipLimits = {
  entries: 200_000,
  bytes: 8 * 1024 ** 3,
  ratio: 100,
  ratioFrom: 64 * 1024 ** 2,
};

/** Returns whether a file is a zip, judged by its content. */
export async function isArchive(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return false;
  const handle = await openFile(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && isZip(buffer);
  } finally {
    await handle.close();
  }
}

/**
 * Unpacks a zip into an empty folder. Everything is validated before anything is written. Hidden files are skipped,
 * as in imported folders.
 * @returns the folder, or its only subfolder if the archive was packed from a folder
 * @throws HostError 422 `vendor_kb_archive_path`, `vendor_kb_archive_link`, `vendor_kb_archive_encrypted`,
 *   `vendor_kb_archive_unsupported`, `vendor_kb_archive_duplicate`, `vendor_kb_archive_damaged`, 413
 *   `vendor_kb_archive_too_large`
 */
export async function unpack(file: string, folder: string, limits = ARCHIVE_LIMITS): Promise<string> {
  const zip = await openZip(file, { limits, fail: refusal });
  try {
    for (const name of zip.files.keys()) await write(zip, name, path.join(folder, name));
    return path.join(folder, wrapperOf(zip));
  } finally {
    zip.close();
  }
}

/**
 * Finds the wrapper folder. Our exports contain no folder entries; an archive of a single folder means its contents.
 */
function wrapperOf({ files, folders }: ZipArchive): string {
  const tops = new Set([...files.keys()].map((name) => name.split('/')[0] ?? ''));
  const [top = '', ...others] = tops;
  return others.length === 0 && folders.has(top) ? top : '';
}

async function write(zip: ZipArchive, name: string, target: string): Promise<void> {
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await pipeline(zip.read(name), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    // Two names collide on a case-insensitive file system.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw refusal('twice', name);
    throw error;
  }
}

function refusal(fault: ZipFault, detail: string, cause?: unknown): HostError {
  switch (fault) {
    case 'path': {
      const message = `The archive has an entry with an invalid path: ${JSON.stringify(detail.slice(0, 200))}. Nothing was unpacked.`;
      return new HostError('vendor_kb_archive_path', message, { status: 422 });
    }
    case 'link': {
      const message = `"${detail}" in the archive is a link or a device. Include the file itself.`;
      return new HostError('vendor_kb_archive_link', message, { status: 422 });
    }
    case 'encrypted': {
      const message = 'The archive is encrypted. Create it without a password.';
      return new HostError('vendor_kb_archive_encrypted', message, { status: 422 });
    }
    case 'compression': {
      const message = `"${detail}" in the archive has an unsupported compression. Use an ordinary ZIP (deflate).`;
      return new HostError('vendor_kb_archive_unsupported', message, { status: 422 });
    }
    // Readers disagree on which entry counts.
    case 'twice': {
      const message = `The archive has "${detail}" twice. Include each file once.`;
      return new HostError('vendor_kb_archive_duplicate', message, { status: 422 });
    }
    case 'too_large': {
      const message =
        'The archive is too large when unpacked, or has an implausible compression ratio. Unpack it and import the folder, or import it in parts.';
      return new HostError('vendor_kb_archive_too_large', message, { status: 413 });
    }
    default: {
      const reason = fault === 'checksum' ? 'A file has the wrong checksum' : detail;
      const message = `The archive is damaged or incomplete: ${reason}. Create or send it again.`;
      return new HostError('vendor_kb_archive_damaged', message, { status: 422 }, { cause });
    }
  }
}
