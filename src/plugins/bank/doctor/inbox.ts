import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import type { CheckFinding } from '../../../operations.js';
import { dropFolders } from '../sources/drop-folders.js';
import type { FileDropOptions } from '../sources/file-drop.js';
import { filesIn } from '../sources/settled-files.js';

/**
 * Checks that files can be moved between the folders of a file drop.
 * Also reports files that are stuck or were rejected.
 */
export async function checkInbox(
  { name, folder }: Pick<FileDropOptions, 'folder' | 'name'>,
  isHeld: boolean,
): Promise<CheckFinding[]> {
  const { inbox, processing, done, failed } = dropFolders(folder);
  const places = [inbox, processing, done, failed];
  const usable = await Promise.all(places.map(isUsable));
  const blocked = places.filter((_, index) => !usable[index]);
  if (blocked.length > 0) {
    const message = `Files cannot be moved in ${blocked.join(', ')}. Make sure that the folders exist and that this process can read and write them.`;
    return [{ subject: name, severity: 'error', message }];
  }
  const findings: CheckFinding[] = [];
  const left = isHeld ? 0 : await countIn(processing);
  if (left > 0) {
    const message = `The import of ${left} files was not completed: ${processing}. mortise bank process imports them first; stored transactions are recognized.`;
    findings.push({ subject: name, severity: 'error', message });
  }
  const refused = await countIn(failed);
  if (refused > 0) {
    const message = `${refused} files were rejected: ${failed}. See mortise bank runs for the reasons. Correct the files and put them into ${inbox}, or delete them.`;
    findings.push({ subject: name, severity: 'notice', message });
  }
  return findings;
}

/** Whether the folder is writable, or could be created by a run. */
async function isUsable(folder: string): Promise<boolean> {
  const parent = path.dirname(folder);
  try {
    if (!(await stat(folder)).isDirectory()) return false;
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    return isMissing(error) && parent !== folder && isUsable(parent);
  }
}

async function countIn(folder: string): Promise<number> {
  try {
    return (await filesIn(folder)).length;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
