import { parentPort } from 'node:worker_threads';
import { type ErrorData, HostError } from '../errors.js';

/** Functions offered by a thread, by name. Inputs and results are cloned: strings and plain data only. */
export interface TaskTable {
  // `never` accepts functions with any input type.
  readonly [name: string]: (input: never) => unknown;
}

export interface ThreadTask {
  readonly name: string;
  readonly input: unknown;
}

/** Cloning an error loses its class, so a HostError is sent as data. */
export type ThreadResponse =
  | { readonly result: unknown }
  | { readonly hostError: { readonly code: string; readonly message: string; readonly data: ErrorData } }
  | { readonly error: unknown };

/**
 * Runs the tasks that a thread pool sends to this thread. Called once, by the script of the thread.
 *
 * ```ts
 * const tasks = { parse: (text: string) => parseRecipe(text) };
 * export type RecipeTasks = typeof tasks;
 * serveTasks(tasks);
 * ```
 */
export function serveTasks(tasks: TaskTable): void {
  parentPort?.on('message', async ({ name, input }: ThreadTask) => {
    const response = await runTask(tasks, name, input);
    try {
      parentPort?.postMessage(response);
    } catch (error) {
      // The result cannot be cloned.
      parentPort?.postMessage({ error } satisfies ThreadResponse);
    }
  });
}

async function runTask(tasks: TaskTable, name: string, input: unknown): Promise<ThreadResponse> {
  try {
    const task = tasks[name] as ((input: unknown) => unknown) | undefined;
    if (!task) throw new Error(`This thread has no task "${name}".`);
    return { result: await task(input) };
  } catch (error) {
    if (!(error instanceof HostError)) return { error };
    const { code, message, data } = error;
    return { hostError: { code, message, data } };
  }
}
