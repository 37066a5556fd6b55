import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '../../../index.js';
import { whereWritable, whileRoom } from './room.js';
import { isSafePath } from './safe-path.js';
import { type ExportFiles, openStaging, type Staging } from './staging.js';

/** A folder that an export writes: nothing of it is seen before all of it is there. */
export interface FolderTarget extends ExportFiles {
  finish(): Promise<void>;
  /** Takes back what was written. */
  discard(): Promise<void>;
}

/** Lists the files of an export. It is written last: where it is missing, an export was cut off. */
const MARKER = '.mortise-export.json';

/**
 * Files are collected in a hidden folder beside the target. A new target gets its name in one step; into one that has
 * files, with `force`, they are moved one by one, other files stay, and those of an earlier export that are no longer
 * part of it go.
 * @throws HostError 409 `vendor_kb_export_exists` when the folder has files and `force` is not set; 507
 *   `vendor_kb_export_no_room`, 400 `vendor_kb_export_place`
 */
export async function openFolder(folder: string, { force }: { force: boolean }): Promise<FolderTarget> {
  const target = path.resolve(folder);
  const isFilled = await hasFiles(target);
  if (isFilled && !force) {
    throw new HostError(
      'vendor_kb_export_exists',
      `"${folder}" is not empty. Choose another folder, or write over its files with --force; others in it stay.`,
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
      // In one step, and onto a folder only while that is empty.
      else await rename(staging.folder, target);
    },
    discard: staging.remove,
  };
}

async function hasFiles(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw new HostError('vendor_kb_export_exists', `"${folder}" is a file. Give the path of a folder.`, {
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

/** What an earlier export wrote; a list that is damaged or not ours names nothing. */
async function filesOf(folder: string): Promise<string[]> {
  try {
    const { files } = JSON.parse(await readFile(path.join(folder, MARKER), 'utf8')) as { files?: unknown };
    return Array.isArray(files) ? files.filter((file) => typeof file === 'string' && isSafePath(file)) : [];
  } catch {
    return [];
  }
}
