import type { Awaitable, OwnedHooks } from '../../../hooks.js';
import type { StatementAccount, StatementEntry } from '../formats/statement.js';
import type { TransactionRecord } from '../transactions/transaction-list.js';

/** Origin of an entry. */
export interface EntryContext {
  readonly account: StatementAccount;
  /** Name of the format. */
  readonly format: string;
  /** Name of the file. */
  readonly file: string;
}

/** An entry that is stored already. */
export interface DuplicateEntry {
  /** ID of the repeated transaction; null if it is from the same file and stored at the same time. */
  readonly transaction_id: number | null;
  readonly account_id: number;
  readonly file: string;
  /** Location in the file. */
  readonly position: string;
  readonly source_id: number | null;
  readonly run_id: number | null;
}

/** Result of an imported file. `fetched` is the sum of `new`, `updated`, `duplicates` and `review`. */
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

declare module '../../../index.js' {
  interface Filters {
    /** Changes an entry before anything is derived from it, including its keys. For peculiarities of a bank. */
    vendor_bank_normalize_transaction(entry: StatementEntry, context: EntryContext): Awaitable<StatementEntry>;
    /**
     * Changes the key that identifies an entry within its account, at most 100 characters.
     * A key that starts with `id:` identifies one movement. Any other is combined with the number of its occurrence in
     * the file. It must be stable: entries stored under another key are stored again.
     */
    vendor_bank_dedup_key(key: string, entry: StatementEntry, context: EntryContext): Awaitable<string>;
  }
  interface Actions {
    /** Fires when a new movement was stored. */
    vendor_bank_transaction_imported(transaction: TransactionRecord): void | Promise<void>;
    /** Fires when a file contained a known movement. */
    vendor_bank_transaction_duplicate(duplicate: DuplicateEntry): void | Promise<void>;
    /** Fires when a file was read completely and its entries are stored. */
    vendor_bank_file_imported(file: ImportedFile): void | Promise<void>;
  }
}

/** Defines the import hooks. */
export function defineImportHooks({ define }: OwnedHooks): void {
  // Critical, because money depends on them: if a filter throws, the file is rejected and can be read again later.
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('vendor_bank_normalize_transaction', { ...filter, accepts: isObject });
  define('vendor_bank_dedup_key', { ...filter, accepts: isKey });
  // Announced through the outbox: if a listener throws, the action is repeated.
  const announcement = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_bank_transaction_imported', announcement);
  define('vendor_bank_transaction_duplicate', announcement);
  define('vendor_bank_file_imported', announcement);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 100;
}
