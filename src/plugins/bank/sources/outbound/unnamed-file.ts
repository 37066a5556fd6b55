import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { StatementFile } from '../../formats/statement-format.js';

/** Bytes per read. */
const PIECE = 65_536;

/** A temporary file that is deleted while open, so nothing is left when the process ends. */
export interface UnnamedFile {
  /** Returns the content as a statement file with this name. */
  as(name: string): StatementFile;
  close(): Promise<void>;
}

/**
 * Writes a stream to a file that no other process can open.
 * @throws errors of the stream; nothing is left on disk
 */
export async function unnamedFile(pieces: AsyncIterable<Uint8Array>): Promise<UnnamedFile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-bank-'));
  const handle = await open(path.join(folder, 'statement'), 'wx+', 0o600).finally(() =>
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
  return {
    as: (name) => ({
      name,
      size,
      open: () => Readable.from(piecesOf(handle), { objectMode: false }),
    }),
    close: () => handle.close(),
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
