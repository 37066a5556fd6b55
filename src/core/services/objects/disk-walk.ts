import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { nullIfMissing, onDisk } from './disk-errors.js';

/**
 * Yields the keys of files below `root` that start with `prefix`, in byte order. Keeps one folder per level in
 * memory. May include files that are deleted during the walk.
 */
export async function* walkKeys(root: string, prefix: string): AsyncGenerator<string> {
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
