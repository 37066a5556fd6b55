import { Readable } from 'node:stream';
import type { StatementFile } from '../statement-format.js';
import { firstBytes } from './bytes.js';
import { type EncodingOptions, findEncoding } from './find-encoding.js';
import { endOfLastCharacter } from './last-character.js';

/** Bytes by which a format knows its files. */
const HEAD = 4096;

/** The beginning of a file, decoded by what these bytes alone say, for `StatementFormat.recognise`. */
export async function headText(file: StatementFile, options: EncodingOptions = {}): Promise<string> {
  const read = await firstBytes(file, HEAD, options.signal);
  // The last character may be cut, which is no reason to take UTF-8 for something else.
  const bytes = read.subarray(0, read.length < HEAD ? read.length : endOfLastCharacter(read));
  const beginning: StatementFile = { name: file.name, size: bytes.length, open: () => Readable.from([bytes]) };
  const { encoding } = await findEncoding(beginning, options);
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}
