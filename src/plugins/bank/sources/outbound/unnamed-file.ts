import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { StatementFile } from '../../formats/statement-format.js';

/** Bytes that are read at once. */
const PIECE = 65_536;

/** A file without a name on the disk: when its process ends, in whichever way, nothing of it is left. */
export interface UnnamedFile {
  /** What was written until now, as a statement of this name. */
  as(name: string): StatementFile;
  close(): Promise<void>;
}

/**
 * Writes what comes into a file that nobody else can open.
 * @throws what the source throws; nothing is left then
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

/** Streams of files would close it when somebody has read enough. */
async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(PIECE), 0, PIECE, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
