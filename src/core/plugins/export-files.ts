import path from 'node:path';
import type { ObjectStore } from '../services/objects/object-store.js';
import { type ExportedFile, writeExportFile } from './export-file.js';

/** Exports the files of a plugin to a folder, under the keys used by the plugin. */
export async function exportFiles(objects: ObjectStore, owner: string, folder: string): Promise<ExportedFile[]> {
  const exported: ExportedFile[] = [];
  for await (const { key } of objects.list(`${owner}/`)) {
    const file = path.posix.join('files', key.slice(owner.length + 1));
    const written = await writeExportFile(folder, file, async (write) => {
      for await (const chunk of await objects.read(key)) await write(chunk as Buffer);
    });
    exported.push(written);
  }
  return exported;
}
