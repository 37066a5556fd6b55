import { access, constants, stat } from 'node:fs/promises';
import { dropFolders } from '../sources/drop-folders.js';
import type { FileDropOptions } from '../sources/file-drop.js';
import { filesIn } from '../sources/settled-files.js';
import { type Finding, fine, worthALook, wrong } from './finding.js';

/** A folder for statements: whether files can be moved in it, and what lies where it should not stay. */
export async function checkInbox(
  { name, folder }: Pick<FileDropOptions, 'folder' | 'name'>,
  isHeld: boolean,
): Promise<Finding[]> {
  const check = `inbox ${name}`;
  const { inbox, processing, done, failed } = dropFolders(folder);
  const unusable: string[] = [];
  for (const each of [inbox, processing, done, failed]) if (!(await isUsable(each))) unusable.push(each);
  // A run makes those that are missing, if it may.
  const isMissing = unusable.length > 0 && !(await isUsable(folder));
  const blocked = isMissing ? [folder] : await present(unusable);
  if (blocked.length > 0) {
    const hint = 'Make the folder, and let the user of this process read and write it.';
    return [wrong(check, `Files cannot be moved in ${blocked.join(', ')}.`, hint)];
  }
  const findings: Finding[] = [];
  const left = isHeld ? 0 : await countIn(processing);
  if (left > 0) {
    const hint = 'mortise bank process takes them up first; what of them is stored already is known.';
    findings.push(wrong(check, `${left} files were taken up and not stored to their end: ${processing}.`, hint));
  }
  const refused = await countIn(failed);
  if (refused > 0) {
    const hint = `mortise bank runs says why. Mend them and put them into ${inbox}, or delete them.`;
    findings.push(worthALook(check, `${refused} files were refused: ${failed}.`, hint));
  }
  return findings.length > 0 ? findings : [fine(check, `${folder} can be read and written.`)];
}

async function isUsable(folder: string): Promise<boolean> {
  return access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function present(folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const isThere = await stat(folder).then(
      () => true,
      () => false,
    );
    if (isThere) found.push(folder);
  }
  return found;
}

async function countIn(folder: string): Promise<number> {
  const [isThere] = await present([folder]);
  return isThere === undefined ? 0 : (await filesIn(folder)).length;
}
