import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OwnedObjects, UploadedFile } from '../../../../index.js';
import { inOwnFolder } from '../own-folder.js';

/** Files of imports lie among the plugin's objects, so that any process of the site can do the work. */
const FOLDER = 'imports/';

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
    use(key, read) {
      const { name, ext } = path.posix.parse(key);
      return inOwnFolder(async (folder) => {
        const copy = path.join(folder, `source${ext}`);
        await pipeline(await objects.read(key), createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
        return read(copy);
      }, name);
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
