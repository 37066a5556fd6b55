import type { StatementAccount, StatementEntry, StatementPart } from './statement.js';

/** The parts that readers make, each in a word. */
export const part = {
  statement: (account: StatementAccount): StatementPart => ({ kind: 'statement', account }),
  entry: (entry: StatementEntry): StatementPart => ({ kind: 'entry', entry }),
  /** A movement was lost. @param position where the file says it, such as `line 12` */
  error: (code: string, message: string, position: string): StatementPart => ({
    kind: 'problem',
    problem: { severity: 'error', code, message, position },
  }),
  /** Something is not as it should be, and no movement was lost. */
  warning: (code: string, message: string, position: string): StatementPart => ({
    kind: 'problem',
    problem: { severity: 'warning', code, message, position },
  }),
} as const;
