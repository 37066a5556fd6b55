import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

export interface ExportedFile {
  /** Path below the export folder. */
  readonly file: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** Writes a chunk of a file. Await it before writing the next one. */
export type WritePiece = (piece: string | Uint8Array) => Promise<void>;

/** Writes a new file that only its owner can read. It is flushed to disk when the promise resolves. */
export async function writeExportFile(
  folder: string,
  file: string,
  fill: (write: WritePiece) => Promise<void>,
): Promise<ExportedFile> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const handle = await open(target, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await fill(async (piece) => {
      const written = typeof piece === 'string' ? Buffer.from(piece) : piece;
      hash.update(written);
      await handle.writeFile(written);
      bytes += written.length;
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { file, bytes, sha256: hash.digest('hex') };
}
