import type { CommandContext, CommandOption } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Of commands that change something. */
export const DRY_RUN: CommandOption = {
  flags: '--dry-run',
  description: 'say what would become of it, and change nothing',
};

type Tried = Pick<KnowledgeBase, 'db' | 'categories' | 'access'>;

/**
 * Does a change; with `--dry-run` it is done in a transaction that is taken back, so that what it answers, and what it
 * refuses, is what the change itself would.
 */
export async function change<T>(
  kb: Tried,
  { options, output }: Pick<CommandContext, 'options' | 'output'>,
  work: () => Promise<T>,
): Promise<T> {
  if (options.dryRun !== true) return work();
  const result = await tryOut(kb, work);
  noteDryRun(output);
  return result;
}

/** Says that nothing was changed, since what is printed looks as if it were. */
export function noteDryRun(output: CommandContext['output']): void {
  output.note('Nothing was changed (dry run).');
}

async function tryOut<T>({ db, categories, access }: Tried, work: () => Promise<T>): Promise<T> {
  const over = new Error('The dry run is over.');
  const results: T[] = [];
  try {
    await db.transaction(async () => {
      results.push(await work());
      throw over;
    });
  } catch (error) {
    if (error !== over) throw error;
  } finally {
    // What was read within the transaction has never been.
    await Promise.all([categories.refresh(), access.rules.refresh()]);
  }
  return results.at(-1) as T;
}
