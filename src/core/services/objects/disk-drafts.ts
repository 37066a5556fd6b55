import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { errorCode, onDisk } from './disk-errors.js';
import type { PutOptions } from './object-store.js';

/** Complete file on disk that has no key yet. */
export interface Draft {
  readonly file: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Temporary files in a separate folder on the same file system, so that a rename publishes them atomically. */
export interface Drafts {
  /** Writes a stream to a draft. If it fails, nothing is left and the error is rethrown as it is. */
  write(key: string, content: Uint8Array | Readable, options: PutOptions): Promise<Draft>;
  copy(key: string, file: string): Promise<Draft>;
  remove(draft: Draft): Promise<void>;
  /** Deletes drafts last written to before this time. @returns number of drafts */
  sweep(before: Date): Promise<number>;
}

const OWN_NAME = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function createDrafts(folder: string): Drafts {
  const newFile = (): string => path.join(folder, randomUUID());

  async function create(file: string): Promise<FileHandle> {
    try {
      return await open(file, 'wx', 0o600);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      // The folder was removed by a cleanup.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return open(file, 'wx', 0o600);
    }
  }

  return {
    async write(key, content, { signal }) {
      const file = newFile();
      let handle: FileHandle | undefined;
      try {
        signal?.throwIfAborted();
        handle = await onDisk(key, () => create(file));
        await writeAll(key, handle, content, signal);
        return await finished(key, file, handle);
      } catch (error) {
        if (!(content instanceof Uint8Array)) content.destroy();
        await rm(file, { force: true });
        throw error;
      } finally {
        await handle?.close();
      }
    },
    async copy(key, from) {
      const file = newFile();
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await copyFile(from, file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        const handle = await open(file, 'r+');
        try {
          // A copy-on-write clone keeps the time of its source.
          const now = new Date();
          await handle.utimes(now, now);
          return await finished(key, file, handle);
        } finally {
          await handle.close();
        }
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    },
    remove: ({ file }) => rm(file, { force: true }),
    async sweep(before) {
      let removed = 0;
      for (const name of await readdir(folder).catch(noFiles)) {
        if (!OWN_NAME.test(name)) continue;
        const file = path.join(folder, name);
        // Its writer may finish it, or another process delete it, at this moment.
        const modified = await stat(file).then(
          ({ mtimeMs }) => mtimeMs,
          () => Number.POSITIVE_INFINITY,
        );
        if (modified >= before.getTime()) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** @returns no names if the folder was removed by a cleanup; the next draft creates it again */
function noFiles(error: unknown): string[] {
  if (errorCode(error) === 'ENOENT') return [];
  throw error;
}

/** Writes the content. Only disk errors are translated; errors of the source are passed on as they are. */
async function writeAll(
  key: string,
  handle: FileHandle,
  content: Uint8Array | Readable,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (content instanceof Uint8Array) return onDisk(key, () => writeChunk(handle, content));
  const source: AsyncIterable<Uint8Array | string> = signal ? addAbortSignal(signal, content) : content;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    await onDisk(key, () => writeChunk(handle, bytes));
  }
}

/** Writes all bytes, because a single call may write fewer than given. */
async function writeChunk(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < bytes.length) offset += (await handle.write(bytes, offset, bytes.length - offset)).bytesWritten;
}

async function finished(key: string, file: string, handle: FileHandle): Promise<Draft> {
  return onDisk(key, async () => {
    await handle.sync();
    const { size, mtime } = await handle.stat();
    return { file, bytes: size, modifiedAt: mtime };
  });
}
