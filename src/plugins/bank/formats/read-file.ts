import { part } from './part.js';
import type { StatementPart } from './statement.js';
import type { ReadOptions, StatementFile, StatementFormat } from './statement-format.js';

/**
 * Reads a file. A file that was recognized but yields nothing is an error, because the reader must have missed
 * something: a statement without movements still names its account.
 */
export async function* readFile(
  file: StatementFile,
  format: StatementFormat,
  options: ReadOptions,
): AsyncGenerator<StatementPart, void> {
  let isEmpty = true;
  for await (const one of format.read(file, options)) {
    isEmpty &&= one.kind === 'file' || (one.kind === 'problem' && one.problem.severity === 'warning');
    yield one;
  }
  if (!isEmpty || format.mayBeEmpty) return;
  const message = `The file looks like ${format.name}, but no account and no transaction was found in it. Use the original file from the bank.`;
  yield part.error('nothing_found', message, '');
}
