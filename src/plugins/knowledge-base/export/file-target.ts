import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '../../../index.js';
import { whereWritable, whileRoom } from './room.js';
import { openTextFile } from './text-file.js';

/** A file that an export writes: it has its name once all of it is there. */
export interface FileTarget {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  /** Takes back what was written, unless it is finished. */
  discard(): Promise<void>;
}

/**
 * Only who runs the process may read it: there may be hashes of passwords in it.
 * @throws HostError 409 `vendor_kb_export_exists` when there is a file and `force` is not set, or a folder; 507
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
 * Where a file goes in the end, and where it is written.
 * @throws HostError 409 `vendor_kb_export_exists`
 */
export async function freeFile(file: string, force: boolean): Promise<{ target: string; staging: string }> {
  const target = path.resolve(file);
  const found = await stat(target).catch(() => undefined);
  if (found && (!force || found.isDirectory())) {
    const advice = found.isDirectory()
      ? 'Give the path of a file.'
      : 'Choose another name, or replace it with --force.';
    throw new HostError('vendor_kb_export_exists', `"${file}" exists. ${advice}`, { status: 409 });
  }
  return { target, staging: path.join(path.dirname(target), `.${path.basename(target)}-${randomUUID()}`) };
}
