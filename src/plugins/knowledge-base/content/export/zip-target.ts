import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { freeFile } from './file-target.js';
import type { FolderTarget } from './folder-target.js';
import { whereWritable, whileRoom } from './room.js';
import { openStaging, type Staging } from './staging.js';

/** Files that are already compressed; deflating them would only take time. */
const COMPRESSED = /\.(?:png|jpe?g|gif|webp|avif|zip|gz|7z|mp[34]|m4a|webm|woff2?|docx|xlsx|pptx|od[tsp])$/i;

/**
 * Opens an archive: files are collected beside it and then packed in path order. It gets its name only when it is
 * complete. Uses Zip64 if necessary.
 * @throws HostError 409 `vendor_kb_export_exists`, 507 `vendor_kb_export_no_room`, 400 `vendor_kb_export_place`
 */
export async function openZip(file: string, { force }: { readonly force: boolean }): Promise<FolderTarget> {
  const { target, staging: archive } = await freeFile(file, force);
  const staging = await whereWritable(file, () => openStaging(target));
  return {
    ...staging,
    async finish() {
      await whileRoom(() => pack(staging, archive));
      await rename(archive, target);
      await staging.remove();
    },
    async discard() {
      await rm(archive, { force: true });
      await staging.remove();
    },
  };
}

async function pack({ folder, files }: Staging, archive: string): Promise<void> {
  const zip = new ZipFile();
  // First date of the ZIP format, which has no time zones: the same files always yield the same bytes.
  const fixed = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 } as const;
  let reading: ReadStream | undefined;
  const written = pipeline(zip.outputStream, createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true }));
  // Read errors are reported by an event.
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject);
  });
  for (const name of files()) {
    const whole = path.join(folder, name);
    const options = { ...fixed, compress: !COMPRESSED.test(name), size: (await stat(whole)).size };
    zip.addReadStreamLazy(name, options, (give) => {
      reading = createReadStream(whole).on('error', (error) => zip.emit('error', error));
      give(null, reading);
    });
  }
  zip.end();
  try {
    await Promise.race([written, failed]);
  } finally {
    reading?.destroy();
  }
}
