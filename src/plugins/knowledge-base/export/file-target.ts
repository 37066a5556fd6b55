import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '../../../index.js';

/** A file that an export writes: it has its name once all of it is there. */
export interface FileTarget {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  /** Takes back what was written, unless it is finished. */
  discard(): Promise<void>;
}

/** Characters that are written at once. */
const BUFFERED = 256 * 1024;

/**
 * Only who runs the process may read it: there may be hashes of passwords in it.
 * @throws HostError 409 `vendor_kb_export_exists` when there is a file and `force` is not set, or a folder
 */
export async function openFile(file: string, { force }: { readonly force: boolean }): Promise<FileTarget> {
  const target = path.resolve(file);
  const found = await stat(target).catch(() => undefined);
  if (found && (!force || found.isDirectory())) {
    const advice = found.isDirectory()
      ? 'Give the path of a file.'
      : 'Choose another name, or replace it with --force.';
    throw new HostError('vendor_kb_export_exists', `"${file}" exists. ${advice}`, { status: 409 });
  }
  const staging = path.join(path.dirname(target), `.${path.basename(target)}-${randomUUID()}`);
  const handle = await open(staging, 'wx', 0o600);
  let waiting: string[] = [];
  let length = 0;
  let isOpen = true;

  async function flush(): Promise<void> {
    await handle.appendFile(waiting.join(''));
    waiting = [];
    length = 0;
  }

  async function close(): Promise<void> {
    if (isOpen) await handle.close();
    isOpen = false;
  }

  return {
    async write(text) {
      waiting.push(text);
      length += text.length;
      if (length >= BUFFERED) await flush();
    },
    async finish() {
      await flush();
      await handle.sync();
      await close();
      await rename(staging, target);
    },
    async discard() {
      await close();
      await rm(staging, { force: true });
    },
  };
}
