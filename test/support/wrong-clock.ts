import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Fake clock for a program started with `environment`, adjustable while it runs. */
export interface WrongClock {
  readonly environment: Readonly<Record<string, string>>;
  /** @param offset offset from the real time, such as `+400d`, `-1h`, `+0` */
  set(offset: string): Promise<void>;
  remove(): Promise<void>;
}

const ROOT = '/usr/lib';

/** Finds libfaketime, which changes the clock of a program. Returns null and prints a line if it is missing. */
export async function findFaketime(): Promise<string | null> {
  const { stdout } = await promisify(execFile)('find', [ROOT, '-name', 'libfaketimeMT.so.1']).catch(() => ({
    stdout: '',
  }));
  const [library = ''] = stdout.split('\n');
  if (library === '') console.log('skipped: tests of a clock that jumps, since libfaketime is not installed');
  return library === '' ? null : library;
}

/** @param library path from {@link findFaketime} */
export async function wrongClock(library: string): Promise<WrongClock> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-clock-'));
  const file = path.join(folder, 'offset');
  await writeFile(file, '+0');
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set: (offset) => writeFile(file, offset),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
