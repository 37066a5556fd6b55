import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Folders that a file passes through. */
export interface DropFolders {
  readonly inbox: string;
  /** Started and not completely stored yet. */
  readonly processing: string;
  readonly done: string;
  readonly failed: string;
}

export function dropFolders(folder: string): DropFolders {
  const below = (name: string): string => path.join(folder, name);
  return { inbox: below('inbox'), processing: below('processing'), done: below('done'), failed: below('failed') };
}

/** Creates the missing folders. */
export async function makeFolders(folders: DropFolders): Promise<void> {
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
}
