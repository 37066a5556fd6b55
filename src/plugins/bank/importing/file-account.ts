import type { StatementAccount } from '../formats/statement.js';
import { createOccurrences, type Occurrences } from './occurrences.js';
import type { PlannedEntry } from './plan-chunk.js';
import { createRehearsedRows, type RehearsedRows } from './rehearsed-rows.js';

/** What a file has said of an account until now. */
export interface FileAccount {
  readonly account: StatementAccount;
  readonly occurrences: Occurrences;
  /** Rows that chunks of the file were about. */
  readonly claimed: Set<number>;
  /** For an import that stores nothing. */
  readonly rehearsed: RehearsedRows;
  /** Entries of the chunk that is being read. */
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
