import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '../../../../index.js';
import { whereWritable, whileRoom } from './room.js';
import { openTextFile } from './text-file.js';

/** File written by an export. It gets its name only when it is complete. */
export interface FileTarget {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  /** Discards what was written, unless it is finished. */
  discard(): Promise<void>;
}

/**
 * Opens a file for an export. Only the process user may read it, because it may contain password hashes.
 * @throws HostError 409 `vendor_kb_export_exists` for an existing file without `force`, or a folder; 507
 *   `vendor_kb_export_no_room`, 400 `vendor_kb_export_place`
 */
export async function openFile(file: string, { force }: { readonly force: boolean }): Promise<FileTarget> {
  const { target, staging } = await freeFile(file, force);
  const text = await whereWritable(file, () => openTextFile(staging, 0o600));
  return {
    write: (piece) => whileRoom(() => text.write(piece)),
    async finish() {
      await whileRoom(text.finish);
      await rename(staging, target);
    },
    async discard() {
      await text.close();
      await rm(staging, { force: true });
    },
  };
}

/**
 * Resolves the final path of a file and its staging path.
 * @throws HostError 409 `vendor_kb_export_exists`
 */
export async function freeFile(file: string, force: boolean): Promise<{ target: string; staging: string }> {
  const target = path.resolve(file);
  const found = await stat(target).catch(() => undefined);
  if (found && (!force || found.isDirectory())) {
    const advice = found.isDirectory()
      ? 'Enter the path of a file.'
      : 'Choose another name, or pass --force to replace it.';
    throw new HostError('vendor_kb_export_exists', `"${file}" exists. ${advice}`, { status: 409 });
  }
  return { target, staging: path.join(path.dirname(target), `.${path.basename(target)}-${randomUUID()}`) };
}
