import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Folders of imports among the temporary files of the machine. */
const OWN_FOLDER = /^mortise-import-run-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Milliseconds after which such a folder can belong to no import that goes on. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/**
 * Has `work` use a folder on this machine's disk that only this process may look into, and removes it afterwards.
 * Those that killed processes have left are removed as well, after a day.
 * @param name a UUID; what a killed process has left under the same one gives way
 */
export async function inOwnFolder<Result>(
  work: (folder: string) => Promise<Result>,
  name: string = randomUUID(),
): Promise<Result> {
  await removeAbandoned();
  const folder = path.join(tmpdir(), `mortise-import-run-${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!OWN_FOLDER.test(name)) continue;
    const folder = path.join(tmpdir(), name);
    const modified = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (Date.now() - modified <= ABANDONED_AFTER) continue;
    // That of another user of the machine stays.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
