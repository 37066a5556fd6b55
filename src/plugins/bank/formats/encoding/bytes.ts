import type { StatementFile } from '../statement-format.js';

/** Streams the bytes of a file with backpressure. The file is closed when the consumer stops. */
export async function* bytesOf(file: StatementFile, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  signal?.throwIfAborted();
  for await (const piece of file.open()) {
    signal?.throwIfAborted();
    yield typeof piece === 'string' ? Buffer.from(piece) : (piece as Uint8Array);
  }
}

/** Returns the first bytes of a file, at most `length`. */
export async function firstBytes(file: StatementFile, length: number, signal?: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let missing = length;
  for await (const piece of bytesOf(file, signal)) {
    pieces.push(piece.subarray(0, missing));
    missing -= piece.length;
    if (missing <= 0) break;
  }
  return Buffer.concat(pieces);
}
