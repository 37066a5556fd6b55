import type { OwnedHooks } from '../../../index.js';
import type { StatementAccount, StatementEntry } from '../formats/statement.js';
import type { TransactionRecord } from '../transactions/record.js';

/** Where an entry is from. */
export interface EntryContext {
  readonly account: StatementAccount;
  /** Name of the format. */
  readonly format: string;
  /** Name of the file. */
  readonly file: string;
}

/** An entry of a file that is stored already. */
export interface DuplicateEntry {
  /** The transaction that it repeats; null for one of the same file that is stored at the same moment. */
  readonly transaction_id: number | null;
  readonly account_id: number;
  readonly file: string;
  /** Where the file says it. */
  readonly position: string;
  readonly source_id: number | null;
  readonly run_id: number | null;
}

/** What became of a file. `fetched` is the sum of the four after it. */
export interface ImportedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly format: string;
  readonly source_id: number | null;
  readonly run_id: number | null;
  readonly fetched: number;
  readonly new: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly review: number;
  readonly pending: number;
  readonly errors: number;
  readonly warnings: number;
}

type Answer<T> = T | Promise<T>;

declare module '../../../index.js' {
  interface Filters {
    /** An entry before anything is made of it, its keys included: for what a bank writes in a way of its own. */
    vendor_bank_normalize_transaction(entry: StatementEntry, context: EntryContext): Answer<StatementEntry>;
    /**
     * What an entry is known by within its account, 100 characters at most. One that begins with `id:` is one movement
     * whenever it comes; any other is so together with how many of its kind the file has. It must be the same every
     * time: what was stored with another one is stored again.
     */
    vendor_bank_dedup_key(key: string, entry: StatementEntry, context: EntryContext): Answer<string>;
  }
  interface Actions {
    /** A movement was stored that was not known. */
    vendor_bank_transaction_imported(transaction: TransactionRecord): void | Promise<void>;
    /** A file had a movement that is known. */
    vendor_bank_transaction_duplicate(duplicate: DuplicateEntry): void | Promise<void>;
    /** A file was read to its end, and what it says is stored. */
    vendor_bank_file_imported(file: ImportedFile): void | Promise<void>;
  }
}

/** Says what the hooks of imports are. */
export function defineImportHooks({ define }: OwnedHooks): void {
  // Money hangs on them: one that fails refuses the file, which is read again later.
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('vendor_bank_normalize_transaction', { ...filter, accepts: isObject });
  define('vendor_bank_dedup_key', { ...filter, accepts: isKey });
  // They are told through the outbox: what a listener throws makes it be told again.
  const told = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_bank_transaction_imported', told);
  define('vendor_bank_transaction_duplicate', told);
  define('vendor_bank_file_imported', told);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 100;
}
