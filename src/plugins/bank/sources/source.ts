import type { HostError } from '../../../index.js';
import type { ReadOptions, StatementFile } from '../formats/statement-format.js';
import type { ImportReport } from '../importing/importer.js';

/** How a source stands, when it is asked for its files. */
export interface FetchContext {
  /** What it gave with the last file that was stored; empty in the beginning. */
  readonly cursor: string;
  /** When it was asked the last time; null for never. For interfaces that must not be asked often. */
  readonly lastAsked: Date | null;
  /** A rehearsal: leave everything as it is. */
  readonly isDryRun: boolean;
  /** Aborted when the run has to stop. */
  readonly signal: AbortSignal;
}

/** A file that a source has brought. It is stored before the next one is asked for. */
export interface FetchedFile {
  readonly file: StatementFile;
  /** Name of its format; found by its content otherwise. */
  readonly format?: string | undefined;
  readonly options?: Pick<ReadOptions, 'account' | 'currency' | 'profile'> | undefined;
  /** Up to where the source is read with this file. It is kept once the file is stored, so that a kill loses nothing. */
  readonly cursor?: string | undefined;
  /** Called when all of it is stored and committed. It may be called again after a kill: the file comes again then. */
  readonly stored?: (report: ImportReport) => Promise<void>;
  /** Called when the file itself is at fault, and would be at the next time. */
  readonly refused?: (error: HostError) => Promise<void>;
}

/** Cursors are kept under names, and names stand in addresses. */
export const SOURCE_NAME = /^[a-z][a-z0-9_-]{0,63}$/;

/**
 * Where statements come from. Sites add theirs by the filter `vendor_bank_sources`. What it throws fails this source
 * alone, as does what it gives that is no file, and waiting for it for longer than the settings say: its signal is aborted
 * then; 429 `vendor_bank_too_soon` says that its own limit is not over, and is no failure.
 */
export interface Source {
  /** Lower case with digits, `-` and `_`, always the same: its cursor is kept under it. */
  readonly name: string;
  /** Such as `folder`, `fio`, `http-json`. */
  readonly kind: string;
  /** Brings files one after the other, the oldest first. */
  fetch(context: FetchContext): AsyncIterable<FetchedFile>;
}
