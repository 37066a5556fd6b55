import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StatementFile } from '../formats/statement-format.js';
import { sourceEndless, sourceInvalid } from './outbound/errors.js';
import type { FetchContext, FetchedFile, Source } from './source.js';
import { createWatch, type Watch } from './watch.js';

/** Limits of a source per run. */
export interface SourceLimits {
  /** Milliseconds in total. */
  readonly timeLimit: number;
  /**
   * Maximum files per run.
   * @default 10,000
   */
  readonly mostFiles?: number;
}

const MAX_FILES = 10_000;
/** Milliseconds that an aborted source has for cleanup. */
const FAREWELL = 1000;

/**
 * Iterates over the files of a source with limits and validation.
 * Third-party sources may hang, never end or yield invalid files. A failing source ends only itself, and its signal is
 * aborted.
 * @throws HostError 504 `vendor_bank_source_timeout`, 502 `vendor_bank_source_endless`, 500
 *   `vendor_bank_source_invalid`; errors of the source
 */
export async function* watchedFetch(
  source: Source,
  context: FetchContext,
  { timeLimit, mostFiles = MAX_FILES }: SourceLimits,
): AsyncGenerator<FetchedFile> {
  const watch = createWatch(source.name, context.signal, timeLimit);
  const iterator = iteratorOf(source, { ...context, signal: watch.signal });
  let isOver = false;
  try {
    for (let files = 0; ; files += 1) {
      const { done, value } = await watch.wait(async () => iterator.next());
      isOver = done === true;
      if (isOver) return;
      if (files >= mostFiles) throw sourceEndless(source.name, mostFiles);
      yield watchedFile(source.name, value, watch);
    }
  } finally {
    // A hanging source never returns, so the wait is limited.
    if (!isOver) await Promise.race([endOf(iterator), sleep(FAREWELL, undefined, { ref: false })]);
  }
}

function iteratorOf(source: Source, context: FetchContext): AsyncIterator<FetchedFile> {
  const files: unknown = source.fetch(context);
  const begin = isRecord(files) ? files[Symbol.asyncIterator] : undefined;
  if (typeof begin !== 'function') throw sourceInvalid(source.name, 'an object that is not an iterable of files');
  return begin.call(files) as AsyncIterator<FetchedFile>;
}

async function endOf(iterator: AsyncIterator<FetchedFile>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The original error is already being reported.
  }
}

/**
 * Validates a yielded file and applies the time limit to its callbacks and content.
 * @throws HostError 500 `vendor_bank_source_invalid` for an invalid file
 */
function watchedFile(name: string, file: unknown, watch: Watch): FetchedFile {
  const what = faultOf(file);
  if (what !== null) throw sourceInvalid(name, what);
  const fetched = file as FetchedFile;
  const { stored, refused } = fetched;
  return {
    ...fetched,
    file: watchedContent(fetched.file, watch),
    ...(stored && { stored: (report) => watch.wait(async () => stored(report)) }),
    ...(refused && { refused: (error) => watch.wait(async () => refused(error)) }),
  };
}

/** Returns what is wrong with a yielded value; null if valid. */
function faultOf(yielded: unknown): string | null {
  if (!isRecord(yielded) || !isRecord(yielded.file)) return 'an object that is not a file';
  const { file, format, options, cursor, stored, refused } = yielded;
  if (!isRecord(file) || typeof file.name !== 'string' || file.name === '') return 'a file without a name';
  if (!Number.isSafeInteger(file.size) || Number(file.size) < 0) return 'a file without a size in bytes';
  if (typeof file.open !== 'function') return 'a file that cannot be opened';
  if (![format, cursor].every((text) => text === undefined || typeof text === 'string')) {
    return 'a format or cursor that is not a string';
  }
  if (options !== undefined && !isRecord(options)) return 'invalid options';
  const isCallable = [stored, refused].every((callback) => callback === undefined || typeof callback === 'function');
  return isCallable ? null : 'a callback that is not a function';
}

/** Applies the time limit to each chunk, because the file may be streamed over a network. */
function watchedContent(file: StatementFile, watch: Watch): StatementFile {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const stream = await watch.wait(async () => file.open());
    const iterator = stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await watch.wait(() => iterator.next());
        if (done) return;
        yield typeof value === 'string' ? Buffer.from(value) : value;
      }
    } finally {
      // `iterator.return()` would wait for a chunk that may never arrive.
      stream.destroy();
    }
  }
  return { name: file.name, size: file.size, open: () => Readable.from(pieces(), { objectMode: false }) };
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
