import type { Readable } from 'node:stream';
import type { StatementPart } from './statement.js';

/** A file that may be a statement: it is read from its beginning as often as needed, and never whole in memory. */
export interface StatementFile {
  /** Without folders, as the sender named it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  open(): Readable;
}

export interface ReadOptions {
  /** Name of the CSV or JSON profile; without one, the reader finds the one that fits. */
  readonly profile?: string | undefined;
  /** IBAN or number of the account, for files that do not say it. */
  readonly account?: string | undefined;
  /** ISO 4217, for files that do not say it. */
  readonly currency?: string | undefined;
  /**
   * How camt writes the direction of what is taken back. ISO 20022: where the money goes now (`iso`, without another
   * word). Some banks leave the direction of what they take back (`invert`).
   */
  readonly reversalSign?: 'invert' | 'iso' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How a file is read, as far as that is found out by looking at it. */
export interface Reading {
  /**
   * The profile, as plain data; null for formats that need none. Files are known by all that it says: with another
   * profile they are read anew.
   */
  readonly profile: { readonly name: string } | null;
  /** As TextDecoder names it. */
  readonly encoding: string;
}

/** A way in which banks write statements. Sites add theirs by the filter `vendor_bank_parsers`. */
export interface StatementFormat {
  /** Lower case: `camt`, `mt940`, `ofx`, `csv`, `fio`, `json`. */
  readonly name: string;
  /**
   * How sure it is that a file is its own.
   * @param head the first 4 kB at most, decoded
   * @param fileName as the sender named it
   * @returns from 0, not at all, to 1
   */
  recognise(head: string, fileName: string): number;
  /**
   * How the file would be read. For formats with profiles; the others need none of it.
   * @throws HostError 400 `vendor_bank_parse_failed` where no profile fits
   */
  look?(file: StatementFile, options?: ReadOptions): Promise<Reading>;
  /**
   * Reads a file piece by piece. A bad entry is a problem among the others; what is no file of this format at all is
   * refused.
   * @throws HostError 400 `vendor_bank_parse_failed`
   */
  read(file: StatementFile, options?: ReadOptions): AsyncIterable<StatementPart>;
}
