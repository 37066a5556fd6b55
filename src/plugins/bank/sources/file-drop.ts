import { createReadStream } from 'node:fs';
import type { ReadOptions } from '../formats/statement-format.js';
import { dropFolders, makeFolders } from './drop-folders.js';
import { moveFile } from './move-file.js';
import { LARGEST_FILE, refusalOf } from './refusals.js';
import { type FoundFile, filesIn, settledFiles } from './settled-files.js';
import type { FetchedFile, Source } from './source.js';

export interface FileDropOptions extends Pick<ReadOptions, 'account' | 'currency' | 'profile'> {
  /** Lower case with digits, `-` and `_`: the name of the source. */
  readonly name: string;
  /** Folder that has the others: `inbox`, `processing`, `done`, `failed`. They are made when they are not there. */
  readonly folder: string;
  /** Name of the format; found by the content of each file otherwise. */
  readonly format?: string;
  /** Bytes; default 200 MiB. */
  readonly largestFile?: number;
  /** Milliseconds for which a file must not have changed; default 1000. */
  readonly settle?: number;
}

const SETTLE = 1000;

/**
 * A folder into which people or programs put statements (bank.md B3). A file goes from `inbox` to `processing` before
 * anything of it is read, and to `done` or `failed` when all of it is stored or it was refused, each time at once. What
 * a kill leaves in `processing` is taken up first by the next run, and what of it is stored already is known.
 */
export function fileDrop(options: FileDropOptions): Source {
  const { name, folder, format, account, currency, profile } = options;
  const { largestFile = LARGEST_FILE, settle = SETTLE } = options;
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
        const path = isDryRun ? file.path : await moveFile(file.path, folders.processing);
        yield fetched({ ...file, path }, refusal);
      }
    },
  };
}
