import { Readable } from 'node:stream';
import type { OwnedHooks } from '../../../hooks.js';
import { HostError } from '../../../index.js';
import { readFile } from '../formats/read-file.js';
import type { StatementAccount, StatementEntry } from '../formats/statement.js';
import type { StatementFile } from '../formats/statement-format.js';
import { createAccounts } from './accounts.js';
import { createFileAccount, type FileAccount } from './file-account.js';
import { createImportedFiles, fingerprintOf } from './imported-files.js';
import type { ImportFile, ImportOptions, ImportReport } from './importer.js';
import { createPrepareEntry } from './prepare-entry.js';
import { accountKeyOf } from './same-account.js';
import { type StoreParts, storeChunk, type WaitingEntries } from './store-chunk.js';
import { createTally, KNOWN_FILE } from './tally.js';

/** Entries stored in one database transaction. */
const CHUNK_SIZE = 1000;

export type ImportParts = Omit<StoreParts, 'accounts'> & {
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'hasFilter'>;
  /**
   * Entries stored in one database transaction.
   * @default 1000
   */
  readonly chunkSize?: number;
};

/**
 * Creates the import, which stores each movement of a file once. Files may be imported again, in any order, and may
 * overlap. If two files repeat the same content, the higher number of equal entries counts.
 *
 * A crash leaves whole chunks and a file not yet recorded as imported. Importing it again completes it.
 */
export function createImportFile(parts: ImportParts): ImportFile {
  const { db, hooks, outbox, now, chunkSize = CHUNK_SIZE } = parts;
  const accounts = createAccounts(db, now);
  const files = createImportedFiles(db, now);
  const prepare = createPrepareEntry(hooks);

  return async (file, options) => {
    const signal = options.signal ? AbortSignal.any([options.signal, options.lease.signal]) : options.lease.signal;
    signal.throwIfAborted();
    const fingerprint = await fingerprintOf(file, options, signal);
    if (await files.isImported(fingerprint)) return KNOWN_FILE;
    const report = await read(file, { ...options, signal });
    if (options.isDryRun) return report;
    await options.lease.transaction(async () => {
      await files.record(fingerprint, file, options, report);
      const { isKnownFile: _isKnownFile, problems: _problems, ...counts } = report;
      const { name, size } = file;
      const origin = { format: options.format.name, source_id: options.sourceId, run_id: options.runId };
      await outbox.announce('vendor_bank_file_imported', { name, size, ...origin, ...counts });
    });
    return report;
  };

  async function read(file: StatementFile, options: ImportOptions & { signal: AbortSignal }): Promise<ImportReport> {
    const { format, signal } = options;
    const counted = countedFile(file);
    const tally = createTally();
    const accountsByKey = new Map<string, FileAccount>();
    let current: FileAccount | null = null;
    let waiting = 0;
    let entries = 0;
    /** The previous chunk, written to the database while the next one is read. */
    let storing: Promise<void> = Promise.resolve();

    async function store(chunk: readonly WaitingEntries[], upTo: number, bytes: number): Promise<void> {
      for (const counts of await storeChunk({ ...parts, accounts }, chunk, options, file.name)) tally.add(counts);
      options.onProgress?.(upTo, bytes);
    }

    async function flush(): Promise<void> {
      await storing;
      signal.throwIfAborted();
      const chunk = [...accountsByKey.values()].map((account) => ({ account, entries: account.waiting }));
      for (const account of accountsByKey.values()) account.waiting = [];
      waiting = 0;
      storing = store(chunk, entries, counted.bytes());
      // The next `await` gets the error. This only prevents an unhandled rejection if the reader fails first.
      storing.catch(() => {});
    }

    async function take(entry: StatementEntry, { account, waiting: chunk }: FileAccount): Promise<void> {
      const prepared = await prepare(entry, { account, format: format.name, file: file.name });
      if ('planned' in prepared) {
        chunk.push(prepared.planned);
        waiting += 1;
        return;
      }
      const message = `${prepared.fault} The entry was skipped.`;
      tally.problem({ severity: 'error', code: 'entry_invalid', message, position: entry.position });
    }

    try {
      for await (const part of readFile(counted.file, format, options)) {
        if (part.kind === 'problem') tally.problem(part.problem);
        else if (part.kind === 'statement') current = accountOf(accountsByKey, part.account);
        else if (part.kind === 'file') {
          await flush();
          accountsByKey.clear();
          current = null;
        } else {
          if (!current) throw noStatement(format.name);
          entries += 1;
          await take(part.entry, current);
          if (waiting >= chunkSize) await flush();
        }
      }
      if (waiting > 0) await flush();
    } finally {
      // Nothing may be written after the file has failed.
      await storing;
    }
    return tally.report();
  }
}

/** Statements of one account in the same file share their counters. */
function accountOf(accounts: Map<string, FileAccount>, account: StatementAccount): FileAccount {
  const key = accountKeyOf(account);
  const before = accounts.get(key);
  if (before) return before;
  const created = createFileAccount(account);
  accounts.set(key, created);
  return created;
}

function noStatement(format: string): HostError {
  const message = `The reader "${format}" returned an entry before its account. This is a bug in the reader.`;
  return new HostError('vendor_bank_parse_failed', message, { status: 400, format });
}

/** A file that counts the bytes read. */
interface CountedFile {
  readonly file: StatementFile;
  /** Returns the bytes read since the file was last opened. */
  bytes(): number;
}

function countedFile(file: StatementFile): CountedFile {
  let bytes = 0;

  async function* counted(source: Readable): AsyncGenerator<Uint8Array> {
    bytes = 0;
    for await (const piece of source) {
      bytes += (piece as Uint8Array).length;
      yield piece;
    }
  }

  return {
    bytes: () => bytes,
    file: {
      name: file.name,
      size: file.size,
      open: () => Readable.from(counted(file.open()), { objectMode: false }),
    },
  };
}
