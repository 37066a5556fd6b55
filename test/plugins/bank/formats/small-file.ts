import { Readable } from 'node:stream';
import type { StatementFile } from '../../../../src/plugins/bank/formats/statement-format.js';

/** A file in memory that comes in pieces of a size of its own, so that their borders lie anywhere. */
export function smallFile(content: string | Uint8Array, name = 'statement', pieceSize = 65_536): StatementFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    name,
    size: bytes.length,
    open() {
      const pieces = Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, index) =>
        bytes.subarray(index * pieceSize, (index + 1) * pieceSize),
      );
      return Readable.from(pieces);
    },
  };
}
