import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { nullIfMissing, onDisk } from './disk-errors.js';

/**
 * The files below `root` whose keys begin with `prefix`, in the order of the bytes of their keys. One folder at a time
 * is held in memory; what is removed meanwhile is left out.
 */
export async function* walkFiles(root: string, prefix: string): AsyncGenerator<{ key: string; stats: Stats }> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  yield* walk(root, start, prefix);
}

async function* walk(root: string, above: string, prefix: string): AsyncGenerator<{ key: string; stats: Stats }> {
  for (const entry of await entriesOf(root, above)) {
    const key = above + nameInOrder(entry);
    if (!key.startsWith(prefix) && !prefix.startsWith(key)) continue;
    if (entry.isDirectory()) {
      yield* walk(root, key, prefix);
      continue;
    }
    const stats = await onDisk(key, () => nullIfMissing(() => lstat(path.join(root, key))));
    if (stats?.isFile()) yield { key, stats };
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

/** What keys go on with after a folder's name is a slash, and that decides on their order. */
function nameInOrder(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name;
}
