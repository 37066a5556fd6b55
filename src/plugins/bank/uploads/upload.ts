import type { StatementAccount, StatementEntry, StatementProblem } from '../formats/statement.js';
import type { ReadOptions } from '../formats/statement-format.js';
import type { ImportReport } from '../importing/importer.js';
import type { MatchTotals } from '../runs/run-log.js';

/** A file on the local disk, for example one uploaded with a request (`UploadedFile`). */
export interface StoredFile {
  readonly path: string;
  /** Name given by the sender, without folders. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Settings for reading a file. */
export interface UploadOptions
  extends Pick<ReadOptions, 'account' | 'currency' | 'dayOrder' | 'encoding' | 'profile' | 'reversalSign' | 'signal'> {
  /**
   * Name of its format.
   * @default detected from its content
   */
  readonly format?: string | undefined;
}

export interface ImportUploadOptions extends UploadOptions {
  /** Counts what would be stored without storing anything. */
  readonly isDryRun: boolean;
  /** Name of a source of type `upload` with defaults for the other options. */
  readonly source?: string | undefined;
  /**
   * Called after each chunk.
   * @param entries read so far
   * @param bytes of the file read so far
   */
  readonly onProgress?: ((entries: number, bytes: number) => void) | undefined;
}

/** Sums of the entries of one currency, in minor units. */
export interface EntrySum {
  readonly currency: string;
  readonly entries: number;
  readonly credit: number;
  readonly debit: number;
}

/** Content of a file, not compared with stored transactions. */
export interface Detection {
  readonly format: string;
  /** Name of the encoding. */
  readonly encoding: string;
  /** Name of the profile; null for formats without profiles. */
  readonly profile: string | null;
  /** Accounts of its entries, in file order. */
  readonly accounts: readonly StatementAccount[];
  /** Number of readable entries. */
  readonly count: number;
  /** By currency, in file order. */
  readonly sums: readonly EntrySum[];
  /** First and last booking day; empty without entries. */
  readonly from: string;
  readonly to: string;
  /** The first ten. */
  readonly entries: readonly StatementEntry[];
  /** Movements that could not be read. */
  readonly errors: number;
  readonly warnings: number;
  /** The first errors and warnings, in file order. */
  readonly problems: readonly StatementProblem[];
}

/** Result of an upload. */
export interface UploadReport {
  readonly format: string;
  readonly isDryRun: boolean;
  readonly imported: ImportReport;
  /** Matching results of the new entries; null for a dry run, or if the next run has to match them. */
  readonly matched: MatchTotals | null;
}
