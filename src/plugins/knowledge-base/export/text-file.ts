import { open } from 'node:fs/promises';

/** A file that is written piece by piece. */
export interface TextFile {
  write(text: string): Promise<void>;
  /** What was written is on the disk after it. */
  finish(): Promise<void>;
  /** Gives the file up; can be called after `finish`, and then does nothing. */
  close(): Promise<void>;
}

/** Characters that are written at once. */
const BUFFERED = 256 * 1024;

/** Makes a file that was not there. @param mode who may read it, as of `open` */
export async function openTextFile(file: string, mode = 0o666): Promise<TextFile> {
  const handle = await open(file, 'wx', mode);
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
    },
    close,
  };
}
