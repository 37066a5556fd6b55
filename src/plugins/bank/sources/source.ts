import type { HostError } from '../../../index.js';
import type { ReadOptions, StatementFile } from '../formats/statement-format.js';
import type { ImportReport } from '../importing/importer.js';

/** State of a source when it is fetched. */
export interface FetchContext {
  /** Cursor of the last stored file; empty at first. */
  readonly cursor: string;
  /** Start of the last fetch; null for never. For APIs with a rate limit. */
  readonly lastAsked: Date | null;
  /** Whether this is a dry run, which must not change anything. */
  readonly isDryRun: boolean;
  /** Aborted when the run has to stop. */
  readonly signal: AbortSignal;
}

/** A file of a source. It is stored before the next one is requested. */
export interface FetchedFile {
  readonly file: StatementFile;
  /**
   * Name of its format.
   * @default detected from its content
   */
  readonly format?: string | undefined;
  readonly options?: Pick<ReadOptions, 'account' | 'currency' | 'profile'> | undefined;
  /** Position of the source after this file. Saved once the file is stored, so that a crash loses nothing. */
  readonly cursor?: string | undefined;
  /**
   * Called after the file is stored and committed. After a crash the same file may be yielded, and this called, again.
   */
  readonly stored?: (report: ImportReport) => Promise<void>;
  /** Called if the file itself is invalid, so that retrying is pointless. */
  readonly refused?: (error: HostError) => Promise<void>;
}

/** Pattern of source names, which identify cursors and are part of URLs. */
export const SOURCE_NAME = /^[a-z][a-z0-9_-]{0,63}$/;

/**
 * A source of statements. Sites add their own with the filter `vendor_bank_sources`.
 * Errors, invalid files and exceeding the time limit of the settings, which aborts the signal, fail only this source.
 * 429 `vendor_bank_too_soon` means that the source's own rate limit applies, and is not a failure.
 */
export interface Source {
  /** Lower case, digits, `-` and `_`. Must be stable, because the cursor is stored under it. */
  readonly name: string;
  /** For example `folder`, `fio`, `http-json`. */
  readonly kind: string;
  /** Yields files one after the other, oldest first. */
  fetch(context: FetchContext): AsyncIterable<FetchedFile>;
}
