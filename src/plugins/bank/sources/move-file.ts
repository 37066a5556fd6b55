import { lstat, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Moves a file atomically into a folder on the same file system. If the name is taken, it appends a number: `march
 * (2).xml`.
 * @returns the new path
 */
export async function moveFile(from: string, folder: string): Promise<string> {
  const { name, ext } = path.parse(from);
  for (let number = 1; ; number += 1) {
    const target = path.join(folder, number === 1 ? `${name}${ext}` : `${name} (${number})${ext}`);
    if (await isThere(target)) continue;
    await rename(from, target);
    return target;
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
