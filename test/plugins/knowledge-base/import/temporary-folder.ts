import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes files into a folder that is deleted after the test. */
export async function temporaryFolder(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [key, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, key)), { recursive: true });
    await writeFile(path.join(folder, key), content);
  }
  return folder;
}
