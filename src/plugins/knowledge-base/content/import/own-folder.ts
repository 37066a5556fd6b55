import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Name pattern of import folders in the temporary directory. */
const OWN_FOLDER = /^mortise-import-run-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Milliseconds before an import folder counts as abandoned. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/**
 * Runs `work` with a temporary folder that only this process may read, and deletes it afterwards. Also deletes
 * folders abandoned by crashed processes, after a day.
 * @param name a UUID; a leftover folder with the same name is deleted
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
    // Folders of other system users cannot be deleted.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
