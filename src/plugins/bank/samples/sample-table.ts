/** Head of a sample file before a profile is applied. */
export interface SampleTable {
  readonly encoding: string;
  /** Column names, column numbers from 1 if the file has no names, or JSON paths. */
  readonly columns: readonly string[];
  /** Whether the file has column names. */
  readonly isNamed: boolean;
  readonly rows: readonly (readonly string[])[];
  /** Path of the list of entries in JSON; empty for CSV, or if the file is the list. */
  readonly entries: string;
}

/** Maximum rows shown. */
export const SHOWN_ROWS = 6;
