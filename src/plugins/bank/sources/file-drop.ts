import { createReadStream } from 'node:fs';
import { lstat, rename } from 'node:fs/promises';
import path from 'node:path';
import type { ReadOptions } from '../formats/statement-format.js';
import { dropFolders, makeFolders } from './drop-folders.js';
import { MAX_FILE_BYTES, refusalOf } from './refusals.js';
import { type FoundFile, filesIn, settledFiles } from './settled-files.js';
import type { FetchedFile, Source } from './source.js';

export interface FileDropOptions extends Pick<ReadOptions, 'account' | 'currency' | 'profile'> {
  /** Name of the source: lower case, digits, `-` and `_`. */
  readonly name: string;
  /** Parent of the folders `inbox`, `processing`, `done` and `failed`, which are created if missing. */
  readonly folder: string;
  /**
   * Name of the format.
   * @default detected from the content of each file
   */
  readonly format?: string;
  /**
   * Bytes.
   * @default 200 MiB
   */
  readonly largestFile?: number;
  /**
   * Milliseconds that a file must be unchanged before it is read.
   * @default 1000
   */
  readonly settle?: number;
}

const SETTLE = 1000;

/**
 * Creates a source that reads statements from a folder. Each file is moved atomically: from `inbox` to `processing`
 * before it is read, then to `done` once stored or to `failed` if rejected. After a crash, the next run starts with the
 * files in `processing`; entries already stored are recognized.
 */
export function fileDrop(options: FileDropOptions): Source {
  const { name, folder, format, account, currency, profile } = options;
  const { largestFile = MAX_FILE_BYTES, settle = SETTLE } = options;
  const folders = dropFolders(folder);
  const read = { account, currency, profile };

  function fetched(file: FoundFile, refusal: Awaited<ReturnType<typeof refusalOf>>): FetchedFile {
    return {
      file: {
        name: file.name,
        size: file.size,
        open: () => {
          if (refusal) throw refusal;
          return createReadStream(file.path);
        },
      },
      format,
      options: read,
      stored: async () => void (await moveFile(file.path, folders.done)),
      refused: async () => void (await moveFile(file.path, folders.failed)),
    };
  }

  return {
    name,
    kind: 'folder',
    async *fetch({ isDryRun, signal }) {
      await makeFolders(folders);
      for (const file of await filesIn(folders.processing)) yield fetched(file, await refusalOf(file, largestFile));
      for (const file of await settledFiles(folders.inbox, settle, signal)) {
        const refusal = await refusalOf(file, largestFile);
        const current = isDryRun ? file.path : await moveFile(file.path, folders.processing);
        yield fetched({ ...file, path: current }, refusal);
      }
    },
  };
}

/**
 * Moves a file atomically into a folder on the same file system. If the name is taken, it appends a number: `march
 * (2).xml`.
 * @returns the new path
 */
async function moveFile(from: string, folder: string): Promise<string> {
  const { name, ext } = path.parse(from);
  for (let number = 1; ; number += 1) {
    const target = path.join(folder, number === 1 ? `${name}${ext}` : `${name} (${number})${ext}`);
    if (await isThere(target)) continue;
    await rename(from, target);
    return target;
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
