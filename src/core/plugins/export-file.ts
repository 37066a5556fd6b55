import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

export interface ExportedFile {
  /** Path below the folder of the export. */
  readonly file: string;
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** Writes a piece of a file; the next one waits until it is done. */
export type WritePiece = (piece: string | Uint8Array) => Promise<void>;

/** Writes a new file below a folder, readable for its owner alone. It is on the disk when this is done. */
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
