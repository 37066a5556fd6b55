import { Readable } from 'node:stream';
import type { StatementFile } from '../formats/statement-format.js';

/** A file that counts the bytes read. */
export interface CountedFile {
  readonly file: StatementFile;
  /** Returns the bytes read since the file was last opened. */
  bytes(): number;
}

export function countedFile(file: StatementFile): CountedFile {
  let bytes = 0;

  async function* counted(source: Readable): AsyncGenerator<Uint8Array> {
    bytes = 0;
    for await (const piece of source) {
      bytes += (piece as Uint8Array).length;
      yield piece;
    }
  }

  return {
    bytes: () => bytes,
    file: {
      name: file.name,
      size: file.size,
      open: () => Readable.from(counted(file.open()), { objectMode: false }),
    },
  };
}
