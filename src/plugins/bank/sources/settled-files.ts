import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Names of files that are still being written. */
const UNFINISHED = /^\.|\.(?:part|partial|filepart|tmp|temp|crdownload|download)$|~$/i;

export interface FoundFile {
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Lists the files of a folder by name. Symbolic links are skipped, because they may lead anywhere. */
export async function filesIn(folder: string): Promise<FoundFile[]> {
  const found = [...(await stateOf(folder)).entries()];
  return found.map(([name, { size }]) => ({ path: path.join(folder, name), name, size }));
}

/**
 * Lists the files of a folder that are no longer being written: size and modification time are stable.
 * @param settle milliseconds between the two checks
 */
export async function settledFiles(folder: string, settle: number, signal: AbortSignal): Promise<FoundFile[]> {
  const before = await stateOf(folder);
  if (before.size === 0) return [];
  await sleep(settle, undefined, { signal });
  const after = await stateOf(folder);
  return [...after.entries()]
    .filter(([name, { size, changed }]) => before.get(name)?.size === size && before.get(name)?.changed === changed)
    .map(([name, { size }]) => ({ path: path.join(folder, name), name, size }));
}

async function stateOf(folder: string): Promise<Map<string, { readonly size: number; readonly changed: number }>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name)).map(({ name }) => name);
  const states = new Map<string, { readonly size: number; readonly changed: number }>();
  for (const name of names.toSorted()) {
    const state = await lstat(path.join(folder, name)).catch(whenGone);
    if (state?.isFile()) states.set(name, { size: state.size, changed: state.mtimeMs });
  }
  return states;
}

/** Files may disappear between the listing and `lstat`. */
function whenGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
