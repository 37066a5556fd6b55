import type { StatementAccount } from '../formats/statement.js';
import { createOccurrences, type Occurrences } from './occurrences.js';
import type { PlannedEntry } from './plan-chunk.js';
import { createRehearsedRows, type RehearsedRows } from './rehearsed-rows.js';

/** State of one account during the import of a file. */
export interface FileAccount {
  readonly account: StatementAccount;
  readonly occurrences: Occurrences;
  /** IDs of rows that earlier chunks of the file matched or wrote. */
  readonly claimed: Set<number>;
  /** Rows of a dry run. */
  readonly rehearsed: RehearsedRows;
  /** Entries of the current chunk. */
  waiting: PlannedEntry[];
}

export function createFileAccount(account: StatementAccount): FileAccount {
  return {
    account,
    occurrences: createOccurrences(),
    claimed: new Set(),
    rehearsed: createRehearsedRows(),
    waiting: [],
  };
}
