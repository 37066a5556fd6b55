import type { Lease } from '../../../services.js';
import type { StatementProblem } from '../formats/statement.js';
import type { ReadOptions, StatementFile, StatementFormat } from '../formats/statement-format.js';

export interface ImportOptions extends ReadOptions {
  readonly format: StatementFormat;
  /** Source of the file; null for an upload. */
  readonly sourceId: number | null;
  readonly runId: number | null;
  /** Counts what would be stored without storing anything. */
  readonly isDryRun: boolean;
  /** Lease of the caller. Everything is written through {@link Lease.transaction}. */
  readonly lease: Pick<Lease, 'signal' | 'transaction'>;
  /**
   * Called after each chunk.
   * @param entries read so far
   * @param bytes of the file read so far
   */
  readonly onProgress?: (entries: number, bytes: number) => void;
}

/** Result of an import. `fetched` is the sum of `new`, `updated`, `duplicates` and `review`. */
export interface ImportReport {
  readonly fetched: number;
  readonly new: number;
  /** Known entries that the bank has changed: pending ones that were booked, or with another text. */
  readonly updated: number;
  readonly duplicates: number;
  /** New entries that may be duplicates from another format and need a review before they count. */
  readonly review: number;
  /** Entries among all of these that are not booked yet. */
  readonly pending: number;
  /** Whether the same file was imported before and was skipped. */
  readonly isKnownFile: boolean;
  /** Movements that could not be read; not included in `fetched`. */
  readonly errors: number;
  readonly warnings: number;
  /** The first errors and warnings, in file order. */
  readonly problems: readonly StatementProblem[];
}

/** Imports a file, storing each movement once. */
export type ImportFile = (file: StatementFile, options: ImportOptions) => Promise<ImportReport>;
