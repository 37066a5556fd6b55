import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StatementFile } from '../formats/statement-format.js';
import { sourceEndless, sourceInvalid } from './outbound/errors.js';
import type { FetchContext, FetchedFile, Source } from './source.js';
import { createWatch, type Watch } from './watch.js';

/** How much a source may ask of a run. */
export interface SourceLimits {
  /** Milliseconds for which it may be waited for, in all. */
  readonly timeLimit: number;
  /** Files of one run; default 10,000. */
  readonly mostFiles?: number;
}

const MOST_FILES = 10_000;
/** Milliseconds in which a source that was given up may tidy up behind itself. */
const FAREWELL = 1000;

/**
 * The files of a source, which is not trusted to answer, to end, or to give files: other people write sources. Whatever
 * is wrong with it ends it alone, in time, and it is told so by its signal.
 * @throws HostError 504 `vendor_bank_source_timeout`, 502 `vendor_bank_source_endless`, 500 `vendor_bank_source_invalid`;
 *   what the source throws
 */
export async function* watchedFetch(
  source: Source,
  context: FetchContext,
  { timeLimit, mostFiles = MOST_FILES }: SourceLimits,
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
    // One that hangs never comes to its end: it is not waited for any longer.
    if (!isOver) await Promise.race([endOf(iterator), sleep(FAREWELL, undefined, { ref: false })]);
  }
}

function iteratorOf(source: Source, context: FetchContext): AsyncIterator<FetchedFile> {
  const files: unknown = source.fetch(context);
  const begin = isRecord(files) ? files[Symbol.asyncIterator] : undefined;
  if (typeof begin !== 'function') throw sourceInvalid(source.name, 'nothing that files come from one after the other');
  return begin.call(files) as AsyncIterator<FetchedFile>;
}

async function endOf(iterator: AsyncIterator<FetchedFile>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // Why it has to end is known already, and is what is told.
  }
}

/** @throws HostError 500 `vendor_bank_source_invalid` for what is no file */
function watchedFile(name: string, given: unknown, watch: Watch): FetchedFile {
  const what = faultOf(given);
  if (what !== null) throw sourceInvalid(name, what);
  const fetched = given as FetchedFile;
  const { stored, refused } = fetched;
  return {
    ...fetched,
    file: watchedContent(fetched.file, watch),
    ...(stored && { stored: (report) => watch.wait(async () => stored(report)) }),
    ...(refused && { refused: (error) => watch.wait(async () => refused(error)) }),
  };
}

/** What is wrong with what a source gave; null for nothing. */
function faultOf(given: unknown): string | null {
  if (!isRecord(given) || !isRecord(given.file)) return 'something that is no file';
  const { file, format, options, cursor, stored, refused } = given;
  if (!isRecord(file) || typeof file.name !== 'string' || file.name === '') return 'a file without a name';
  if (!Number.isSafeInteger(file.size) || Number(file.size) < 0) return 'a file without a size in bytes';
  if (typeof file.open !== 'function') return 'a file that cannot be opened';
  if (![format, cursor].every((text) => text === undefined || typeof text === 'string')) {
    return 'a format or a cursor that is no text';
  }
  if (options !== undefined && !isRecord(options)) return 'options that are none';
  const isCallable = [stored, refused].every((callback) => callback === undefined || typeof callback === 'function');
  return isCallable ? null : 'something to be called that is no function';
}

/** The file, of which each piece is waited for: it may come over a network while it is read. */
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
      // The end of its iterator waits for a piece that may never come.
      stream.destroy();
    }
  }
  return { name: file.name, size: file.size, open: () => Readable.from(pieces(), { objectMode: false }) };
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
