import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '../../../../index.js';

export interface FolderListing {
  /** Absolute path of the folder, symbolic links resolved. */
  root: string;
  /** Regular files as POSIX paths relative to the root, sorted by code point. */
  files: string[];
  /** Symbolic links to folders, to outside the root or to nowhere. Never followed. */
  refused: string[];
  /** Dot files, dot folders and `node_modules`, which are not read. Folders end in `/`. */
  ignored: string[];
}

/**
 * Lists the files of a folder in a stable order, without dot files and `node_modules`. A symbolic link counts only
 * if it leads to a regular file inside the folder, so that a source cannot read other files.
 * @throws HostError 404 `vendor_kb_import_source_missing` naming the path as given
 */
export async function walkFolder(folder: string): Promise<FolderListing> {
  const root = await existingFolder(folder);
  const files: string[] = [];
  const refused: string[] = [];
  const ignored: string[] = [];
  const pending = [''];
  for (let relative = pending.pop(); relative !== undefined; relative = pending.pop()) {
    for (const entry of await readdir(path.join(root, relative), { withFileTypes: true })) {
      const key = path.posix.join(relative, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules')
        ignored.push(entry.isDirectory() ? `${key}/` : key);
      else if (entry.isDirectory()) pending.push(key);
      else if (await isFileInside(root, key, entry)) files.push(key);
      else refused.push(key);
    }
  }
  return {
    root,
    files: files.sort(byCodePoint),
    refused: refused.sort(byCodePoint),
    ignored: ignored.sort(byCodePoint),
  };
}

async function existingFolder(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => undefined);
  if (root !== undefined && (await stat(root)).isDirectory()) return root;
  const message = `There is no folder "${folder}". Enter the path of the folder with the pages.`;
  throw new HostError('vendor_kb_import_source_missing', message, { status: 404, path: folder });
}

async function isFileInside(root: string, key: string, entry: Dirent): Promise<boolean> {
  if (entry.isFile()) return true;
  if (!entry.isSymbolicLink()) return false;
  const target = await realpath(path.join(root, key)).catch(() => undefined);
  return target?.startsWith(root + path.sep) === true && (await stat(target)).isFile();
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
