import type {
  StatementAccount,
  StatementEntry,
  StatementProblem,
} from '../../../../src/plugins/bank/formats/statement.js';
import type { ReadOptions, StatementFormat } from '../../../../src/plugins/bank/formats/statement-format.js';
import { smallFile } from './small-file.js';

/** Parts of a statement, each type in its order. */
export interface ReadParts {
  readonly accounts: readonly StatementAccount[];
  readonly entries: readonly StatementEntry[];
  readonly problems: readonly StatementProblem[];
  /** Sum of all entries, credits minus debits. */
  readonly sum: number;
}

/** Reads a text or bytes, in chunks as small as one byte. */
export async function readParts(
  format: StatementFormat,
  content: string | Uint8Array,
  options: ReadOptions & { readonly pieceSize?: number } = {},
): Promise<ReadParts> {
  const accounts: StatementAccount[] = [];
  const entries: StatementEntry[] = [];
  const problems: StatementProblem[] = [];
  for await (const part of format.read(smallFile(content, 'statement', options.pieceSize), options)) {
    if (part.kind === 'statement') accounts.push(part.account);
    else if (part.kind === 'entry') entries.push(part.entry);
    else if (part.kind === 'problem') problems.push(part.problem);
  }
  const sum = entries.reduce((total, { direction, amount }) => total + (direction === 'credit' ? amount : -amount), 0);
  return { accounts, entries, problems, sum };
}

export function codesOf({ problems }: ReadParts): string[] {
  return problems.map(({ code }) => code);
}
