import { readFile, stat } from 'node:fs/promises';
import { HostError } from '../../../../index.js';

/**
 * Reads a file as strict UTF-8: replacement characters would be stored unnoticed. Text that cannot be stored is
 * rejected here, so that a dry run reports it too. The byte order mark is kept, because a body must survive byte for
 * byte.
 * @param maxBytes maximum size, checked before reading
 * @throws HostError 413 `vendor_kb_too_large`, 422 `vendor_kb_import_invalid`
 */
export async function readText(file: string, maxBytes: number): Promise<string> {
  const { size } = await stat(file);
  if (size > maxBytes) {
    const message = `The file has ${size} bytes; the maximum is ${maxBytes}. Split it into several pages.`;
    throw new HostError('vendor_kb_too_large', message, { status: 413, bytes: size, limit: maxBytes });
  }
  const text = decode(await readFile(file));
  if (!text.includes('\0')) return text;
  const message = 'The file contains a NUL character. Remove the character or the file.';
  throw new HostError('vendor_kb_import_invalid', message, { status: 422 });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const message = 'The file is not valid UTF-8. Save it as UTF-8 and import it again.';
    throw new HostError('vendor_kb_import_invalid', message, { status: 422 }, { cause });
  }
}
