import { open } from 'node:fs/promises';

/** File written in pieces. */
export interface TextFile {
  write(text: string): Promise<void>;
  /** Flushes everything to disk and closes the file. */
  finish(): Promise<void>;
  /** Closes the file without flushing; does nothing after `finish`. */
  close(): Promise<void>;
}

/** Characters buffered before they are written. */
const BUFFER_SIZE = 256 * 1024;

/**
 * Creates a file that must not exist yet.
 * @param mode file permissions, as for `open`
 */
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
      if (length >= BUFFER_SIZE) await flush();
    },
    async finish() {
      await flush();
      await handle.sync();
      await close();
    },
    close,
  };
}
