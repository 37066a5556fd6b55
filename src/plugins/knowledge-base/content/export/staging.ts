import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HostError } from '../../../../index.js';
import { isRelativePath } from '../../../../utilities.js';
import { whileRoom } from './room.js';
import { openTextFile, type TextFile } from './text-file.js';

/**
 * Sink for exported files: below a folder, each path once.
 * File paths are POSIX, see `isRelativePath`.
 */
export interface ExportFiles {
  write(file: string, text: string | Uint8Array): Promise<void>;
  copy(file: string, source: Readable): Promise<void>;
  /** Opens a file that its caller writes in pieces and finishes. */
  open(file: string): Promise<TextFile>;
}

/** Hidden folder beside the target that collects the files until the export is complete. */
export interface Staging extends ExportFiles {
  readonly folder: string;
  /** Sorted by code point. */
  files(): string[];
  /** Deletes what is left of the folder. */
  remove(): Promise<void>;
}

/**
 * Creates the staging folder, readable only by the process user.
 * @param target absolute path
 */
export async function openStaging(target: string): Promise<Staging> {
  await mkdir(path.dirname(target), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(target), `.${path.basename(target)}-`));
  const files = new Set<string>();
  const opened: TextFile[] = [];

  async function place(file: string): Promise<string> {
    if (!isRelativePath(file)) {
      const message = `"${file}" is not a relative path. A callback of vendor_kb_export_item must return a path such as "guides/start.md".`;
      throw new HostError('vendor_kb_export_path', message, { status: 422 });
    }
    if (files.has(file)) {
      const message = `Two items have the path "${file}". A callback of vendor_kb_export_item must return a unique path for each file.`;
      throw new HostError('vendor_kb_export_path', message, { status: 422 });
    }
    files.add(file);
    const whole = path.join(folder, file);
    await mkdir(path.dirname(whole), { recursive: true });
    return whole;
  }

  return {
    folder,
    files: () => [...files].sort(),
    write: (file, text) => whileRoom(async () => writeFile(await place(file), text, { flag: 'wx' })),
    copy: (file, source) =>
      whileRoom(async () => pipeline(source, createWriteStream(await place(file), { flags: 'wx' }))),
    async open(file) {
      const text = await whileRoom(async () => openTextFile(await place(file)));
      opened.push(text);
      return {
        ...text,
        write: (piece) => whileRoom(() => text.write(piece)),
        finish: () => whileRoom(text.finish),
      };
    },
    async remove() {
      for (const text of opened) await text.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
