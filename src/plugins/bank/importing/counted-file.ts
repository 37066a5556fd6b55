import { Readable } from 'node:stream';
import type { StatementFile } from '../formats/statement-format.js';

/** A file that tells how far it was read. */
export interface CountedFile {
  readonly file: StatementFile;
  /** Read until now, since it was opened last. */
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
