import { AsyncLocalStorage } from 'node:async_hooks';
import files, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { DefaultQueryExecutor, TransactionBuilder } from 'kysely';
import { afterAll, beforeAll } from 'vitest';

/**
 * What becomes of a step: it is `refused`; it is done, and reported as failed (`unanswered`); or it is the `last` one, after
 * which there are no more, as after a kill or with a disk that was pulled out.
 */
export type Fault = 'last' | 'refused' | 'unanswered';

/**
 * One of the calls that some work makes: the `nth` of its name from 0, such as `rename` or `insert into "attachments"`. What
 * runs at the same time has no fixed order, so a number alone would not always be the same step.
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

/** The steps of a suite can fail: each call of the file system, each statement and each commit. */
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
          // What fails at its end is undone; what fails after it is there, and nobody was told.
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

/** All steps of some work. */
export async function stepsOf(work: () => Promise<unknown>): Promise<readonly Step[]> {
  const course: Course = { failing: null, fault: 'refused', done: [], hasFailed: false };
  await courses.run(course, work);
  return course.done;
}

/** Works with one step failing; what others do at the same time is not concerned. @returns whether there was this step */
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
  // A file that nobody heard was opened is closed by whoever opened it.
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
