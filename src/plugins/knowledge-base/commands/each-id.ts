import { type CommandContext, type ExitCode, HostError, messageOf } from '../../../index.js';

/** What came of a command about several ids. */
export interface Outcome<T> {
  readonly done: readonly T[];
  readonly code: ExitCode;
}

/**
 * Does something with each id: what can be done is done, the others are named in warnings, and the exit code tells: 0
 * for all, 3 for some, 2 for none, 130 where somebody interrupted it. A single one that fails is an error like any other.
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
