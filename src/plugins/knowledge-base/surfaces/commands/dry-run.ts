import type { CommandContext, CommandOption } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';

/** Option of commands that change data. */
export const DRY_RUN: CommandOption = {
  flags: '--dry-run',
  description: 'only show what would change',
};

type ChangeParts = Pick<KnowledgeBase, 'db' | 'categories' | 'access'>;

/** Runs a change. With `--dry-run`, rolls its transaction back, so results and errors are those of a real run. */
export async function change<T>(
  kb: ChangeParts,
  { options, output }: Pick<CommandContext, 'options' | 'output'>,
  work: () => Promise<T>,
): Promise<T> {
  if (options.dryRun !== true) return work();
  const result = await tryOut(kb, work);
  noteDryRun(output);
  return result;
}

/** Notes that nothing was changed, since the output looks the same. */
export function noteDryRun(output: CommandContext['output']): void {
  output.note('Nothing was changed (dry run).');
}

async function tryOut<T>({ db, categories, access }: ChangeParts, work: () => Promise<T>): Promise<T> {
  const over = new Error('The dry run has ended.');
  const results: T[] = [];
  try {
    await db.transaction(async () => {
      results.push(await work());
      throw over;
    });
  } catch (error) {
    if (error !== over) throw error;
  } finally {
    // Drop caches of data that was rolled back.
    await Promise.all([categories.refresh(), access.rules.refresh()]);
  }
  return results.at(-1) as T;
}
