import { HostError } from '../../../../index.js';
import type { CommandContext, ExitCode } from '../../../../operations.js';
import { messageOf } from '../../../../utilities.js';

/** Result of a command for several ids. */
export interface Outcome<T> {
  readonly done: readonly T[];
  readonly code: ExitCode;
}

/**
 * Runs an action for each id. Failures become warnings.
 * Exit codes: 0 all succeeded, 3 some, 2 none, 130 interrupted. The failure of a single id is an ordinary error.
 */
export async function forEachId<T>(
  ids: readonly string[],
  { output, signal }: Pick<CommandContext, 'output' | 'signal'>,
  work: (id: string) => Promise<T>,
): Promise<Outcome<T>> {
  const done: T[] = [];
  for (const id of ids) {
    if (signal.aborted) return { done, code: 130 };
    try {
      done.push(await work(id));
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500 || ids.length === 1) throw error;
      output.warn(messageOf(error));
    }
  }
  if (done.length === ids.length) return { done, code: 0 };
  return { done, code: done.length === 0 ? 2 : 3 };
}
