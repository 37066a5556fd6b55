import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'mortise-tests-';
/** Free space (bytes) that a run may need. Containers have 64 MiB by default, which is not enough. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * Moves temporary files into memory where the system has a memory file system. Tests create thousands of databases, and
 * a disk that flushes each table takes most of the run's time. Processes that a test kills lose nothing. A `TMPDIR`
 * that is set stays unchanged.
 */
export default function useMemoryDisk(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  clearKilledRuns();
  const folder = mkdtempSync(path.join(MEMORY, `${PREFIX}${process.pid}-`));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Cleans up after killed runs: ends their servers and frees their memory. */
function clearKilledRuns(): void {
  for (const name of readdirSync(MEMORY)) {
    const owner = name.startsWith(PREFIX) ? /^\d+(?=-)/.exec(name.slice(PREFIX.length)) : null;
    if (!owner || isRunning(Number(owner[0]))) continue;
    const folder = path.join(MEMORY, name);
    const pidFiles = readdirSync(folder).map((entry) => path.join(folder, entry, 'pid'));
    for (const file of pidFiles.filter((each) => existsSync(each))) {
      const pid = Number(readFileSync(file, 'utf8'));
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
    for (const disk of mountsBelow(folder)) execFileSync('umount', ['--lazy', disk]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the mount points of the small disks that tests fill. */
function mountsBelow(folder: string): readonly string[] {
  const points = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return points.filter((point) => point.startsWith(`${folder}/`));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
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
