/** The beginning of a file as it is, before any profile has looked at it. */
export interface SampleTable {
  readonly encoding: string;
  /** Names of columns, their numbers from 1 where the file does not name them, or paths of JSON. */
  readonly columns: readonly string[];
  /** Whether the file names its columns. */
  readonly isNamed: boolean;
  readonly rows: readonly (readonly string[])[];
  /** Path to the list of entries of JSON; empty for CSV, and where the file is the list. */
  readonly entries: string;
}

/** Rows that are shown. */
export const SHOWN_ROWS = 6;
