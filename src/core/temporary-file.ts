import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

/** Bytes per read. */
const PIECE = 65_536;

/** A file that is deleted while open, so nothing is left on disk when the process ends. @experimental */
export interface TemporaryFile {
  /** Bytes. */
  readonly size: number;
  /** Reads the content from its start. Several readers can read at the same time. Destroy a stream that is not read. */
  open(): Readable;
  /** Frees the disk space once the last reader has ended. */
  close(): Promise<void>;
}

/**
 * Writes a stream to a temporary file that no other process can open. Only one piece at a time is in memory.
 * @param pieces content; strings are encoded as UTF-8
 * @throws errors of the stream and of the disk; nothing is left on disk
 * @experimental
 */
export async function createTemporaryFile(pieces: AsyncIterable<string | Uint8Array>): Promise<TemporaryFile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-'));
  const handle = await open(path.join(folder, 'file'), 'wx+', 0o600).finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
  let size: number;
  try {
    await writeFile(handle, pieces);
    ({ size } = await handle.stat());
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
