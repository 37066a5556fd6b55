import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from '../../../../../rest.js';
import type { OwnedObjects } from '../../../../../services.js';
import { inOwnFolder } from '../own-folder.js';

/** Prefix in the plugin's object storage, which every process of the site can read. */
const FOLDER = 'imports/';

/** Uploaded files of import runs. */
export interface RunFiles {
  /**
   * Stores an upload.
   * @returns its key
   */
  keep(file: UploadedFile): Promise<string>;
  /** Runs `read` with a temporary local copy of the file. */
  use<Result>(key: string, read: (path: string) => Promise<Result>): Promise<Result>;
  remove(key: string): Promise<void>;
  /** Lists the keys of files last modified before a time. */
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

/** Keeps the extension, which some readers rely on. */
function extensionOf(name: string): string {
  return (/\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? '').toLowerCase();
}
