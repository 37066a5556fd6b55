import type { Readable } from 'node:stream';
import type { StatementPart } from './statement.js';

/** A file that may be a statement. It can be read repeatedly from the start and is never loaded into memory whole. */
export interface StatementFile {
  /** Name given by the sender, without folders. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  open(): Readable;
}

export interface ReadOptions {
  /**
   * Name of the CSV or JSON profile.
   * @default the profile that fits the file
   */
  readonly profile?: string | undefined;
  /** IBAN or number of the account, for files without one. */
  readonly account?: string | undefined;
  /** Encoding that the user chose, such as `cp850`. */
  readonly encoding?: string | undefined;
  /** Order of day and month, for QIF files that do not tell it. */
  readonly dayOrder?: 'dmy' | 'mdy' | undefined;
  /** ISO 4217, for files without a currency. */
  readonly currency?: string | undefined;
  /**
   * Meaning of the direction of a camt reversal.
   * `iso` (ISO 20022): the direction of the reversal itself. `invert`: the bank repeats the direction of the original
   * entry.
   * @default 'iso'
   */
  readonly reversalSign?: 'invert' | 'iso' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Settings for reading a file, as detected from its content. */
export interface Reading {
  /**
   * Profile as plain data; null for formats without profiles.
   * Part of a file's identity: with another profile the file is read again.
   */
  readonly profile: { readonly name: string } | null;
  /** Name of the encoding. */
  readonly encoding: string;
}

/** A format of bank statements. Sites add their own with the filter `vendor_bank_parsers`. */
export interface StatementFormat {
  /** Lower case: `camt`, `mt940`, `ofx`, `csv`, `fio`, `json`. */
  readonly name: string;
  /** Whether a file without account and entries is valid, such as the response of an API to a poll. */
  readonly mayBeEmpty?: boolean;
  /**
   * Returns the confidence that a file has this format.
   * @param head decoded first 4 kB at most
   * @param fileName name given by the sender
   * @returns 0 (no) to 1 (certain)
   */
  recognise(head: string, fileName: string): number;
  /**
   * Detects how the file would be read. Only for formats with profiles.
   * @throws HostError 400 `vendor_bank_parse_failed` if no profile fits
   */
  look?(file: StatementFile, options?: ReadOptions): Promise<Reading>;
  /**
   * Streams the parts of a file. A bad entry is reported as a problem; a file of another format is rejected.
   * @throws HostError 400 `vendor_bank_parse_failed`; `vendor_bank_invalid_param` with `params` for a missing option, such
   *   as the account
   */
  read(file: StatementFile, options?: ReadOptions): AsyncIterable<StatementPart>;
}
