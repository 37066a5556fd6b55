import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** What a run may need at most. Containers have 64 MiB there by default, which is not enough. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * Lets the run write into memory, where the system has a file system for that: tests make thousands of databases, and a
 * disk that flushes each of their tables takes most of the run's time. Processes that a test kills lose nothing by it.
 * A `TMPDIR` that is set stays as it is.
 */
export default function useMemoryDisk(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(path.join(MEMORY, 'mortise-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}
