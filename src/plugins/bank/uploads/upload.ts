import type { StatementAccount, StatementEntry, StatementProblem } from '../formats/statement.js';
import type { ReadOptions } from '../formats/statement-format.js';
import type { ImportReport } from '../importing/importer.js';
import type { MatchTotals } from '../runs/run-log.js';

/** A file that lies on this machine, such as one that came with a request (`UploadedFile`). */
export interface StoredFile {
  readonly path: string;
  /** As the sender named it, without folders. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** What is known of a file besides its bytes. */
export interface UploadOptions
  extends Pick<ReadOptions, 'account' | 'currency' | 'profile' | 'reversalSign' | 'signal'> {
  /** Name of its format; found by its content otherwise. */
  readonly format?: string | undefined;
}

export interface ImportUploadOptions extends UploadOptions {
  /** Counts what would be stored, and stores nothing. */
  readonly isDryRun: boolean;
  /** Name of a source of the kind `upload`: what is not said here is as it says. */
  readonly source?: string | undefined;
  /** Called after each chunk. @param entries read until now @param bytes of the file read until now */
  readonly onProgress?: ((entries: number, bytes: number) => void) | undefined;
}

/** Of the entries of one currency, in minor units. */
export interface EntrySum {
  readonly currency: string;
  readonly entries: number;
  readonly credit: number;
  readonly debit: number;
}

/** What a file says, without a look at what is stored. */
export interface Detection {
  readonly format: string;
  /** As TextDecoder names it. */
  readonly encoding: string;
  /** Name of the profile; null for formats that need none. */
  readonly profile: string | null;
  /** Those that its entries are of, in the order of the file. */
  readonly accounts: readonly StatementAccount[];
  /** How many could be read. */
  readonly count: number;
  /** By currency, in the order of the file. */
  readonly sums: readonly EntrySum[];
  /** First and last day on which something was booked; empty without entries. */
  readonly from: string;
  readonly to: string;
  /** The first ten. */
  readonly entries: readonly StatementEntry[];
  /** Movements that could not be read. */
  readonly errors: number;
  readonly warnings: number;
  /** The first few of both, in the order of the file. */
  readonly problems: readonly StatementProblem[];
}

/** What became of an upload. */
export interface UploadReport {
  readonly format: string;
  readonly isDryRun: boolean;
  readonly imported: ImportReport;
  /** What matching made of what was new; null in a rehearsal, and where the next run has to do it. */
  readonly matched: MatchTotals | null;
}
