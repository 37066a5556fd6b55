import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

/** Bytes per read. */
const PIECE = 65_536;

/** A temporary file that is deleted while open, so nothing is left when the process ends. */
export interface UnnamedFile {
  /** Bytes. */
  readonly size: number;
  /** Reads the content from its start. Several readers may read at the same time. */
  open(): Readable;
  /** Frees the space, or lets the last reader do so. */
  close(): Promise<void>;
}

/**
 * Writes a stream to a file that no other process can open.
 * @throws errors of the stream; nothing is left on disk
 */
export async function unnamedFile(pieces: AsyncIterable<Uint8Array>): Promise<UnnamedFile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-'));
  const handle = await open(path.join(folder, 'file'), 'wx+', 0o600).finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
  let size = 0;
  try {
    for await (const piece of pieces) {
      await handle.write(piece, 0, piece.length, size);
      size += piece.length;
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  let readers = 0;
  let isClosed = false;
  return {
    size,
    open() {
      readers += 1;
      return Readable.from(piecesOf(handle), { objectMode: false }).once('close', () => {
        readers -= 1;
        if (isClosed && readers === 0) void handle.close();
      });
    },
    async close() {
      isClosed = true;
      if (readers === 0) await handle.close();
    },
  };
}

/** Reads by position, because a file stream would close the handle when its consumer stops early. */
async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(PIECE), 0, PIECE, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
