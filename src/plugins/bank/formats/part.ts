import type { StatementAccount, StatementEntry, StatementPart } from './statement.js';

/** Shorthands for creating parts. */
export const part = {
  statement: (account: StatementAccount): StatementPart => ({ kind: 'statement', account }),
  entry: (entry: StatementEntry): StatementPart => ({ kind: 'entry', entry }),
  /**
   * Reports a lost movement.
   * @param position location in the file, such as `line 12`
   */
  error: (code: string, message: string, position: string): StatementPart => ({
    kind: 'problem',
    problem: { severity: 'error', code, message, position },
  }),
  /** Reports a problem without a lost movement. */
  warning: (code: string, message: string, position: string): StatementPart => ({
    kind: 'problem',
    problem: { severity: 'warning', code, message, position },
  }),
} as const;
