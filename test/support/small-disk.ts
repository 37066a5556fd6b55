import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Mounts a small memory disk. @param size MiB */
export async function mountSmallDisk(folder: string, size: number): Promise<void> {
  await mkdir(folder);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder]);
}

export async function unmountDisk(folder: string): Promise<void> {
  // A driver may hold a file a moment longer, so the disk is unmounted lazily.
  await run('umount', ['--lazy', folder]);
}

/** Whether this user may mount a disk, usually only an administrator. Prints a line if not. */
export async function maySmallDisk(): Promise<boolean> {
  const place = await mkdtemp(path.join(tmpdir(), 'mortise-mount-'));
  try {
    await mountSmallDisk(path.join(place, 'disk'), 1);
    await unmountDisk(path.join(place, 'disk'));
    return true;
  } catch {
    console.log('skipped: tests of a full disk, since this user may not mount one');
    return false;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
