import { Readable } from 'node:stream';
import type { StatementFile } from '../../../../src/plugins/bank/formats/statement-format.js';

/** In-memory file with a custom chunk size, so that chunk borders can be anywhere. */
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
