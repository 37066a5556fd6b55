import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StatementFile } from '../../formats/statement-format.js';

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
      open: () => createReadStream('', { fd: handle.fd, start: 0, autoClose: false }),
    }),
    close: () => handle.close(),
  };
}
