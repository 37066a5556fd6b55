import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Texts spooled to disk until they are needed. */
export interface Spool {
  /** @returns position of the text */
  add(text: string): Promise<SpooledText>;
  read(place: SpooledText): Promise<string>;
  close(): Promise<void>;
}

export interface SpooledText {
  readonly offset: number;
  readonly bytes: number;
}

/** Opens a spool. The file is unlinked immediately if the system allows it, so that a crash leaves nothing behind. */
export async function openSpool(): Promise<Spool> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-import-'));
  const file: FileHandle = await open(path.join(folder, 'texts'), 'wx+', 0o600);
  const removed = await rm(folder, { recursive: true }).then(
    () => true,
    () => false,
  );
  let end = 0;
  return {
    async add(text) {
      const data = Buffer.from(text);
      await file.write(data, 0, data.length, end);
      const place = { offset: end, bytes: data.length };
      end += data.length;
      return place;
    },
    async read({ offset, bytes }) {
      const data = Buffer.alloc(bytes);
      await file.read(data, 0, bytes, offset);
      return data.toString('utf8');
    },
    async close() {
      await file.close();
      if (!removed) await rm(folder, { recursive: true, force: true });
    },
  };
}
