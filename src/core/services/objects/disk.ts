import { constants, type Dirent, type Stats } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rmdir,
  statfs,
  unlink,
} from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { allEnded } from '../../concurrency/all-ended.js';
import { createDrafts, type Draft, type Drafts } from './disk-drafts.js';
import { errorCode, nullIfMissing, onDisk } from './disk-errors.js';
import { keyInvalid, rangeInvalid, storageMissing } from './object-errors.js';
import { assertKey, assertPrefix } from './object-key.js';
import type { ByteRange, ObjectStoreService, StoredObject } from './object-store.js';

/** Never a key: no segment of a key starts with a dot. */
const DRAFTS = '.drafts';

/** Common paths of publicly served folders. */
const USUAL_MOUNTS = ['/assets', '/files', '/media', '/public', '/static', '/storage', '/uploads'];

/** Maximum attempts to recreate a folder that is concurrently removed as empty. */
const ATTEMPTS = 5;

/** Number of files deleted concurrently. */
const DELETED_AT_ONCE = 32;

/** Read size in bytes: each read occupies a thread, and each download buffers this much. */
const CHUNK = 256 * 1024;

/** Real path of the store's folder, with its drafts. */
interface Place {
  readonly root: string;
  readonly drafts: Drafts;
}

/**
 * Creates a store that keeps files in a folder, created on demand and readable by the owner of the process only. A
 * file is written to a draft, synced and renamed: it appears complete or not at all, and after a crash or power loss
 * either the old or the new version exists. Symbolic links inside the folder are not followed; the folder itself may
 * be one.
 * @param url `file:` and a folder; without two slashes it may be relative
 */
export function createDiskStore(url: string): ObjectStoreService {
  const folder = url.startsWith('file://') ? fileURLToPath(url) : path.resolve(url.slice('file:'.length));
  let opened: Promise<Place> | null = null;

  async function openPlace(): Promise<Place> {
    await mkdir(path.join(folder, DRAFTS), { recursive: true, mode: 0o700 });
    const root = await realpath(folder);
    return { root, drafts: createDrafts(path.join(root, DRAFTS)) };
  }

  function place(): Promise<Place> {
    opened ??= openPlace().catch((error: unknown) => {
      // The disk may not be mounted yet, so the next call retries.
      opened = null;
      throw error;
    });
    return opened;
  }

  /** Returns the path of an existing file. @throws HostError `storage_missing`, `storage_key_invalid` */
  async function locate(key: string): Promise<string> {
    const { root } = await place();
    const file = path.join(root, ...key.split('/'));
    await assertWithin(key, file);
    return file;
  }

  /** Opens an existing file, which the caller must close. @throws HostError `storage_missing`, `storage_key_invalid` */
  async function openFile(key: string): Promise<{ readonly handle: FileHandle; readonly size: number }> {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
    const handle = await nullIfMissing(async () => open(await locate(key), flags));
    if (!handle) throw storageMissing(key);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw storageMissing(key);
      return { handle, size: stats.size };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function publish(key: string, draft: Draft): Promise<StoredObject> {
    const { root, drafts } = await place();
    try {
      await moveTo(root, key, draft.file);
    } catch (error) {
      await drafts.remove(draft);
      throw error;
    }
    return { key, bytes: draft.bytes, modifiedAt: draft.modifiedAt };
  }

  return {
    async put(key, content, options = {}) {
      assertKey(key);
      const { drafts } = await onDisk(key, place);
      const draft = await drafts.write(key, content, options);
      return onDisk(key, () => publish(key, draft));
    },
    async read(key, range) {
      assertKey(key);
      return onDisk(key, async () => {
        const { handle, size } = await openFile(key);
        try {
          if (range) assertRange(key, range, size);
          return handle.createReadStream({ ...range, highWaterMark: Math.min(CHUNK, Math.max(1, size)) });
        } catch (error) {
          await handle.close();
          throw error;
        }
      });
    },
    async readAll(key) {
      assertKey(key);
      return onDisk(key, async () => {
        const { handle, size } = await openFile(key);
        try {
          const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(size), 0, size, 0);
          // A single call reads at most 2 GiB, and may return less than requested.
          return bytesRead === size ? buffer : await handle.readFile();
        } finally {
          await handle.close();
        }
      });
    },
    async stat(key) {
      assertKey(key);
      return onDisk(key, async () => {
        const stats = await nullIfMissing(async () => lstat(await locate(key)));
        return stats?.isFile() ? describe(key, stats) : null;
      });
    },
    async copy(from, to) {
      assertKey(from);
      assertKey(to);
      return onDisk(from, async () => {
        const file = await nullIfMissing(() => locate(from));
        const stats = file === null ? null : await nullIfMissing(() => lstat(file));
        if (file === null || !stats?.isFile()) throw storageMissing(from);
        const { drafts } = await place();
        return onDisk(to, async () => publish(to, await drafts.copy(to, file)));
      });
    },
    async delete(key) {
      assertKey(key);
      await onDisk(key, async () => {
        const { root } = await place();
        const file = await nullIfMissing(() => locate(key));
        if (file === null) return;
        const stats = await nullIfMissing(() => lstat(file));
        if (!stats?.isFile()) return;
        await nullIfMissing(() => unlink(file));
        await removeEmptyFolders(root, path.dirname(file));
      });
    },
    async deleteAll(prefix) {
      assertPrefix(prefix);
      const { root } = await onDisk(prefix, place);
      let deleted = 0;
      for await (const keys of inGroups(walkKeys(root, prefix), DELETED_AT_ONCE)) {
        const files = keys.map((key) => path.join(root, key));
        await allEnded(files.map((file) => onDisk(prefix, () => nullIfMissing(() => unlink(file)))));
        for (const folder of new Set(files.map((file) => path.dirname(file)))) {
          await onDisk(prefix, () => removeEmptyFolders(root, folder));
        }
        deleted += keys.length;
      }
      return deleted;
    },
    async *list(prefix = '') {
      assertPrefix(prefix);
      const { root } = await onDisk(prefix, place);
      for await (const key of walkKeys(root, prefix)) {
        const stats = await onDisk(key, () => nullIfMissing(() => lstat(path.join(root, key))));
        if (stats?.isFile()) yield describe(key, stats);
      }
    },
    freeBytes: () =>
      onDisk('', async () => {
        // Exclude blocks reserved for the administrator of the machine.
        const { bavail, bsize } = await statfs((await place()).root);
        return bavail * bsize;
      }),
    async sweep(before) {
      const { drafts } = await onDisk('', place);
      return onDisk('', () => drafts.sweep(before));
    },
    async possibleAddresses(key) {
      assertKey(key);
      const { root } = await onDisk(key, place);
      const below = toPath(key.split('/'));
      // Any parent folder may be the one served publicly, under its own name or a common one.
      const parts = path
        .join(root, ...key.split('/'))
        .split(path.sep)
        .filter(Boolean);
      return [
        ...parts.map((_part, index) => toPath(parts.slice(index))),
        ...USUAL_MOUNTS.map((mount) => mount + below),
      ];
    },
    close: () => undefined,
  };
}

async function* inGroups<T>(values: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const value of values) {
    group.push(value);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function toPath(segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

function describe(key: string, { size, mtime }: Stats): StoredObject {
  return { key, bytes: size, modifiedAt: mtime };
}

function assertRange(key: string, { start, end }: ByteRange, bytes: number): void {
  if (!(Number.isSafeInteger(start) && start >= 0 && start <= end && start < bytes)) throw rangeInvalid(key);
}

/** Rejects a key whose folders lead elsewhere through a symbolic link. */
async function assertWithin(key: string, file: string): Promise<void> {
  const parent = path.dirname(file);
  if ((await realpath(parent)) !== parent) throw keyInvalid(key, 'a symbolic link has this name');
}

async function moveTo(root: string, key: string, draft: string): Promise<void> {
  const file = path.join(root, ...key.split('/'));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const created = await makeFolders(root, key);
      // A rename replaces a link, but onto a folder it fails with an unhelpful error.
      if ((await nullIfMissing(() => lstat(file)))?.isDirectory()) throw keyInvalid(key, 'a folder has this name');
      await rename(draft, file);
      return await syncFolders(path.dirname(file), created);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Creates the missing folders of a key one by one, so that none is created behind a link.
 * @returns the topmost new folder, or null
 */
async function makeFolders(root: string, key: string): Promise<string | null> {
  const file = path.join(root, ...key.split('/'));
  // Fast path: the folders nearly always exist.
  if ((await nullIfMissing(() => realpath(path.dirname(file)))) === path.dirname(file)) return null;
  let firstCreated: string | null = null;
  let folder = root;
  for (const segment of key.split('/').slice(0, -1)) {
    folder = path.join(folder, segment);
    try {
      await mkdir(folder, { mode: 0o700 });
      firstCreated ??= folder;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      const stats = await nullIfMissing(() => lstat(folder));
      if (stats && !stats.isDirectory()) throw keyInvalid(key, 'a file or a symbolic link has this name');
    }
  }
  return firstCreated;
}

/** Syncs a rename to disk, along with the folders created for it. @param firstCreated topmost new folder */
async function syncFolders(folder: string, firstCreated: string | null): Promise<void> {
  const last = firstCreated === null ? folder : path.dirname(firstCreated);
  for (let each = folder; ; each = path.dirname(each)) {
    await syncFolder(each);
    if (each === last) return;
  }
}

/** Syncs a folder where the system supports it; elsewhere the file system takes care of it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let each = folder; each !== root; each = path.dirname(each)) {
    try {
      await rmdir(each);
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error))) return;
      throw error;
    }
  }
}

/**
 * Yields the keys of files below `root` that start with `prefix`, in byte order. Keeps one folder per level in
 * memory. May include files that are deleted during the walk.
 */
async function* walkKeys(root: string, prefix: string): AsyncGenerator<string> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  yield* walk(root, start, prefix);
}

async function* walk(root: string, above: string, prefix: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(root, above)) {
    const key = above + nameInOrder(entry);
    if (!key.startsWith(prefix) && !prefix.startsWith(key)) continue;
    if (entry.isDirectory()) yield* walk(root, key, prefix);
    else yield key;
  }
}

async function entriesOf(root: string, folder: string): Promise<Dirent[]> {
  const entries = await onDisk(folder, () =>
    nullIfMissing(() => readdir(path.join(root, folder), { withFileTypes: true })),
  );
  return (entries ?? [])
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => ({ entry, bytes: Buffer.from(nameInOrder(entry)) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ entry }) => entry);
}

/** Sort folders with a trailing slash, as in the keys of their files. */
function nameInOrder(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name;
}
