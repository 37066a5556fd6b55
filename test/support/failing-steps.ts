import { AsyncLocalStorage } from 'node:async_hooks';
import files, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { DefaultQueryExecutor, TransactionBuilder } from 'kysely';
import { afterAll, beforeAll } from 'vitest';

/**
 * Outcome of a failing step: `refused` without being done, done but reported as failed (`unanswered`), or the `last`
 * one, after which every step fails, as after a kill or with a disconnected disk.
 */
export type Fault = 'last' | 'refused' | 'unanswered';

/**
 * Step of some work: the `nth` call of this name from 0, such as `rename` or `insert into "attachments"`. Concurrent
 * calls have no fixed order, so an overall number would not identify a step.
 */
export interface Step {
  readonly name: string;
  readonly nth: number;
}

interface Course {
  readonly failing: Step | null;
  readonly fault: Fault;
  readonly done: Step[];
  hasFailed: boolean;
}

type Call = (...parameters: never[]) => unknown;

const courses = new AsyncLocalStorage<Course>();
const FILE_CALLS = [
  'copyFile',
  'lstat',
  'mkdir',
  'open',
  'readdir',
  'realpath',
  'rename',
  'rm',
  'rmdir',
  'stat',
  'unlink',
] as const;
const HANDLE_CALLS = ['stat', 'sync', 'utimes', 'write'] as const;

/** Lets the steps of a suite fail: file system calls, statements and commits. */
export function failSteps(): void {
  const undo: (() => void)[] = [];

  function replace<K extends string>(owner: Record<K, Call>, name: K, make: (original: Call) => Call): void {
    const original = owner[name];
    owner[name] = make(original);
    undo.push(() => {
      owner[name] = original;
    });
  }

  beforeAll(() => {
    for (const name of FILE_CALLS) {
      replace(files as unknown as Record<string, Call>, name, (original) => (...parameters) => {
        const call = () => original.apply(files, parameters) as Promise<unknown>;
        return step(name, name === 'open' ? async () => withFailingCalls((await call()) as FileHandle) : call);
      });
    }
    syncBuiltinESMExports();
    undo.push(syncBuiltinESMExports);
    replace(
      DefaultQueryExecutor.prototype as unknown as Record<'executeQuery', Call>,
      'executeQuery',
      (original) =>
        function (this: unknown, ...parameters) {
          const [query] = parameters as unknown as [{ readonly sql: string }];
          return step(query.sql.split(' ', 3).join(' '), async () => original.apply(this, parameters));
        },
    );
    replace(
      TransactionBuilder.prototype as unknown as Record<'execute', Call>,
      'execute',
      (original) =>
        function (this: unknown, ...parameters) {
          const [work] = parameters as unknown as [(transaction: unknown) => Promise<unknown>];
          // A failure at the end rolls back. A failure after the commit keeps the data but reports an error.
          const whole = async (transaction: unknown) => {
            const result = await work(transaction);
            await step('end of the transaction', async () => undefined);
            return result;
          };
          return step('commit', async () => original.call(this, whole as never));
        },
    );
  });
  afterAll(() => {
    for (const each of undo.splice(0).reverse()) each();
  });
}

/** Returns all steps of some work. */
export async function stepsOf(work: () => Promise<unknown>): Promise<readonly Step[]> {
  const course: Course = { failing: null, fault: 'refused', done: [], hasFailed: false };
  await courses.run(course, work);
  return course.done;
}

/** Runs work with one failing step. Concurrent work is not affected. @returns whether the step occurred */
export async function withFault(failing: Step, fault: Fault, work: () => Promise<unknown>): Promise<boolean> {
  const course: Course = { failing, fault, done: [], hasFailed: false };
  await Promise.allSettled([courses.run(course, work)]);
  return course.hasFailed;
}

async function step<T>(name: string, call: () => Promise<T>): Promise<T> {
  const course = courses.getStore();
  if (!course) return call();
  const { failing, fault, done } = course;
  const nth = done.filter((one) => one.name === name).length;
  done.push({ name, nth });
  const isFailing = failing?.name === name && failing.nth === nth;
  if (!isFailing && !(course.hasFailed && fault === 'last')) return call();
  course.hasFailed = true;
  const answer = fault === 'unanswered' ? await call() : null;
  // The caller never receives this file, so it is closed here.
  if (name === 'open') await (answer as FileHandle | null)?.close();
  throw Object.assign(new Error(`EIO: the step "${name}" fails`), { code: 'EIO' });
}

function withFailingCalls(handle: FileHandle): FileHandle {
  const calls = handle as unknown as Record<string, Call>;
  for (const name of HANDLE_CALLS) {
    const original = calls[name];
    if (original)
      calls[name] = (...parameters) => step(`${name} of a file`, async () => original.apply(handle, parameters));
  }
  return handle;
}
