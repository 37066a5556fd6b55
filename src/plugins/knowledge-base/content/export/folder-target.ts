import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '../../../../index.js';
import { isRelativePath } from '../../../../utilities.js';
import { whereWritable, whileRoom } from './room.js';
import { type ExportFiles, openStaging, type Staging } from './staging.js';

/** Folder written by an export. Nothing becomes visible before it is complete. */
export interface FolderTarget extends ExportFiles {
  finish(): Promise<void>;
  /** Discards what was written. */
  discard(): Promise<void>;
}

/** Manifest of the exported files. Written last: a missing manifest means the export was interrupted. */
const MARKER = '.mortise-export.json';

/**
 * Collects files in a hidden folder beside the target. A new target is renamed into place in one step. With `force`,
 * files are moved into an existing folder one by one: other files stay, and files of an earlier export that are no
 * longer part of it are deleted.
 * @throws HostError 409 `vendor_kb_export_exists` if the folder has files and `force` is not set; 507
 *   `vendor_kb_export_no_room`, 400 `vendor_kb_export_place`
 */
export async function openFolder(folder: string, { force }: { force: boolean }): Promise<FolderTarget> {
  const target = path.resolve(folder);
  const isFilled = await hasFiles(target);
  if (isFilled && !force) {
    throw new HostError(
      'vendor_kb_export_exists',
      `"${folder}" is not empty. Choose another folder, or pass --force to overwrite its files; other files stay.`,
      { status: 409 },
    );
  }
  const staging = await whereWritable(folder, () => openStaging(target));
  return {
    ...staging,
    async finish() {
      const files = staging.files();
      await staging.write(MARKER, `${JSON.stringify({ files }, null, 2)}\n`);
      if (isFilled) await whileRoom(() => moveInto(staging, target, new Set(files)));
      // Atomic, and fails if the target folder is no longer empty.
      else await rename(staging.folder, target);
    },
    discard: staging.remove,
  };
}

async function hasFiles(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw new HostError('vendor_kb_export_exists', `"${folder}" is a file. Enter the path of a folder.`, {
      status: 409,
    });
  }
  return found !== undefined && (await readdir(folder)).length > 0;
}

async function moveInto(staging: Staging, target: string, files: ReadonlySet<string>): Promise<void> {
  const before = await filesOf(target);
  await rm(path.join(target, MARKER), { force: true });
  for (const file of files) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    await rename(path.join(staging.folder, file), path.join(target, file));
  }
  for (const file of before) if (!files.has(file)) await rm(path.join(target, file), { force: true });
  await rename(path.join(staging.folder, MARKER), path.join(target, MARKER));
  await staging.remove();
}

/** Files written by an earlier export; none if the manifest is damaged or foreign. */
async function filesOf(folder: string): Promise<string[]> {
  try {
    const { files } = JSON.parse(await readFile(path.join(folder, MARKER), 'utf8')) as { files?: unknown };
    return Array.isArray(files) ? files.filter((file) => typeof file === 'string' && isRelativePath(file)) : [];
  } catch {
    return [];
  }
}
