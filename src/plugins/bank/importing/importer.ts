import type { Lease } from '../../../index.js';
import type { StatementProblem } from '../formats/statement.js';
import type { ReadOptions, StatementFile, StatementFormat } from '../formats/statement-format.js';

export interface ImportOptions extends ReadOptions {
  readonly format: StatementFormat;
  /** Of whom the file came; null for one that somebody uploaded. */
  readonly sourceId: number | null;
  readonly runId: number | null;
  /** Counts what would be stored, and stores nothing. */
  readonly isDryRun: boolean;
  /** Whoever stores holds it: all of it is written through {@link Lease.transaction}. */
  readonly lease: Pick<Lease, 'signal' | 'transaction'>;
  /** Called after each chunk. @param entries read until now @param bytes of the file read until now */
  readonly onProgress?: (entries: number, bytes: number) => void;
}

/** What became of the entries of a file. `fetched` is the sum of the four after it. */
export interface ImportReport {
  readonly fetched: number;
  readonly new: number;
  /** Known ones, of which the bank now says more: pending ones that were booked, or another text. */
  readonly updated: number;
  readonly duplicates: number;
  /** New ones that need somebody's look before they count: they may be another format's account of a known one. */
  readonly review: number;
  /** Of all those, how many are not booked yet. */
  readonly pending: number;
  /** Whether the very same file was imported before: nothing of it was read then. */
  readonly isKnownFile: boolean;
  /** Movements that could not be read: none of them is among `fetched`. */
  readonly errors: number;
  readonly warnings: number;
  /** The first few of both, in the order of the file. */
  readonly problems: readonly StatementProblem[];
}

/** Stores what a file says, each movement once (bank.md B3). */
export type ImportFile = (file: StatementFile, options: ImportOptions) => Promise<ImportReport>;
