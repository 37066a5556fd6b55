import { open } from 'node:fs/promises';
import { HostError } from '../../../index.js';

/** Maximum size of a file in bytes. */
export const MAX_FILE_BYTES = 200 * 1024 * 1024;

/** Magic numbers of archives that are not read: gzip, 7z, rar, xz, bzip2, zstd. */
const PACKED: readonly (readonly number[])[] = [
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0xfd, 0x37, 0x7a, 0x58],
  [0x42, 0x5a, 0x68],
  [0x28, 0xb5, 0x2f, 0xfd],
];

function fileTooLarge(name: string, size: number, largest = MAX_FILE_BYTES): HostError {
  const message = `"${name}" has ${size} bytes; the maximum is ${largest}. Get statements for shorter periods from the bank.`;
  return new HostError('vendor_bank_file_too_large', message, { status: 413, file: name, size, largest });
}

/**
 * Checks a file before it is read.
 * @returns the error to reject it with; null if acceptable
 */
export async function refusalOf(
  file: { readonly path: string; readonly name: string; readonly size: number },
  largest = MAX_FILE_BYTES,
): Promise<HostError | null> {
  if (file.size > largest) return fileTooLarge(file.name, file.size, largest);
  const head = await firstBytes(file.path);
  if (!PACKED.some((magic) => magic.every((byte, index) => head[index] === byte))) return null;
  const message = `"${file.name}" is an archive. Unpack it, and import the statements in it, or pack them as ZIP.`;
  return new HostError('vendor_bank_unsupported_media', message, { status: 415, file: file.name });
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
