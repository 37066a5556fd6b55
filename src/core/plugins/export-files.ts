import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '../services/objects/object-store.js';

export interface ExportedFile {
  /** Path below the folder of the export. */
  readonly file: string;
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** Writes the files of a plugin below `folder`, readable for its owner alone, under the keys that the plugin knows. */
export async function exportFiles(objects: ObjectStore, owner: string, folder: string): Promise<ExportedFile[]> {
  const exported: ExportedFile[] = [];
  for await (const { key, bytes } of objects.list(`${owner}/`)) {
    const file = path.posix.join('files', key.slice(owner.length + 1));
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    const source = await objects.read(key);
    source.on('data', (chunk: Buffer) => hash.update(chunk));
    await pipeline(source, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
    exported.push({ file, bytes, sha256: hash.digest('hex') });
  }
  return exported;
}
