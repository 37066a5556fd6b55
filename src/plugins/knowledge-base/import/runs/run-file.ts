import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OwnedObjects, UploadedFile } from '../../../../index.js';

/** Files of imports lie among the plugin's objects, so that any process of the site can do the work. */
const FOLDER = 'imports/';
/** Where a process has the file while it reads it. */
const OWN_FOLDER = /^mortise-import-run-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Milliseconds after which such a folder can belong to no import that goes on. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/** The files of imports, from their arrival until nobody needs them any more. */
export interface RunFiles {
  /** Stores an upload. @returns its key */
  keep(file: UploadedFile): Promise<string>;
  /** Has `read` work on a copy of the file on this machine's disk, which is removed afterwards. */
  use<Result>(key: string, read: (path: string) => Promise<Result>): Promise<Result>;
  remove(key: string): Promise<void>;
  /** Keys of files that are as old as this. */
  before(moment: Date): AsyncIterable<string>;
}

export function createRunFiles(objects: OwnedObjects): RunFiles {
  return {
    async keep(file) {
      const key = `${FOLDER}${randomUUID()}${extensionOf(file.name)}`;
      await objects.put(key, createReadStream(file.path));
      return key;
    },
    async use(key, read) {
      await removeAbandoned();
      const { name, ext } = path.posix.parse(key);
      const folder = path.join(tmpdir(), `mortise-import-run-${name}`);
      // What a killed process has left of the same import gives way.
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { mode: 0o700 });
      try {
        const copy = path.join(folder, `source${ext}`);
        await pipeline(await objects.read(key), createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
        return await read(copy);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    remove: (key) => objects.delete(key),
    async *before(moment) {
      for await (const { key, modifiedAt } of objects.list(FOLDER)) if (modifiedAt < moment) yield key;
    },
  };
}

/** Kept, for readers that go by it. */
function extensionOf(name: string): string {
  return (/\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? '').toLowerCase();
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!OWN_FOLDER.test(name)) continue;
    const folder = path.join(tmpdir(), name);
    const modified = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (Date.now() - modified <= ABANDONED_AFTER) continue;
    // That of another user of the machine stays.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
