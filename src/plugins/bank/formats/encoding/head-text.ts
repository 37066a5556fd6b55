import { Readable } from 'node:stream';
import type { StatementFile } from '../statement-format.js';
import { firstBytes } from './bytes.js';
import { createDecoder } from './code-pages.js';
import { type EncodingOptions, findEncoding } from './find-encoding.js';
import { endOfLastCharacter } from './last-character.js';

/** Bytes passed to a format for detection. */
const HEAD = 4096;

/** Decodes the head of a file for `StatementFormat.recognise`, using only the bytes of the head. */
export async function headText(file: StatementFile, options: EncodingOptions = {}): Promise<string> {
  const read = await firstBytes(file, HEAD, options.signal);
  // A character cut off at the end must not make UTF-8 look invalid.
  const bytes = read.subarray(0, read.length < HEAD ? read.length : endOfLastCharacter(read));
  const head: StatementFile = { name: file.name, size: bytes.length, open: () => Readable.from([bytes]) };
  const { encoding } = await findEncoding(head, options);
  return createDecoder(encoding).decode(bytes, { stream: true });
}
