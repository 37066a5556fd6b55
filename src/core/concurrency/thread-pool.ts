import { Worker } from 'node:worker_threads';
import { detached } from '../../hooks/async-context.js';
import { HostError } from '../errors.js';
import type { TaskTable, ThreadResponse, ThreadTask } from './thread-tasks.js';

/** Runs tasks in worker threads, each within a time and memory limit. */
export interface ThreadPool<Tasks extends TaskTable> {
  /**
   * Runs a task in the next free thread.
   * @param deadline milliseconds the task may run, overriding that of the pool
   * @throws HostError from `refuse` if a limit is reached; errors thrown by the task
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    deadline?: number,
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>;
  /** Terminates all threads and rejects every unfinished task. */
  close(): Promise<void>;
}

/** Why a pool refused a task. */
export interface ThreadFailure {
  readonly reason: 'deadline' | 'memory' | 'crashed' | 'busy' | 'closed';
  /** Limits in force: milliseconds and megabytes. */
  readonly deadline: number;
  readonly memory: number;
  /** Error of the thread, if it had one. */
  readonly cause?: unknown;
}

export interface ThreadPoolOptions {
  /** Name of the threads, for debuggers and profilers. */
  readonly name: string;
  /** Script of the threads. It calls `serveTasks`. */
  readonly script: URL;
  /** Creates the error for a task that the pool refused. Use status 503: the caller can retry later. */
  readonly refuse: (failure: ThreadFailure) => HostError;
  /** Maximum number of threads. @default 1 */
  readonly threads?: number;
  /** Milliseconds a task may run, including the start of its thread. @default 5_000 */
  readonly deadline?: number;
  /** Milliseconds a task may wait for a free thread. @default 15_000 */
  readonly wait?: number;
  /** Maximum number of waiting tasks. @default 100 */
  readonly maxWaiting?: number;
  /** Heap limit of a thread in megabytes. @default 512 */
  readonly memory?: number;
  /** Milliseconds without a task before a thread exits. @default 30_000 */
  readonly idle?: number;
  /** Passed to the script as `workerData`. */
  readonly data?: unknown;
}

interface Pending {
  readonly name: string;
  readonly input: unknown;
  readonly deadline: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Limits the wait, then the run. */
  timer?: NodeJS.Timeout;
}

interface Thread {
  readonly worker: Worker;
  task: Pending | null;
  isEnding: boolean;
  idle?: NodeJS.Timeout;
}

/**
 * Creates a pool of worker threads for work whose duration depends on user input. Threads start with the first task,
 * are reused, and exit when idle. A thread that exceeds a limit is terminated, and the next task gets a new one.
 *
 * ```ts
 * const pool = createThreadPool<typeof tasks>({ name: 'recipes', script: new URL('./worker.js', import.meta.url), refuse });
 * const steps = await pool.run('parse', recipe.text);
 * ```
 */
export function createThreadPool<Tasks extends TaskTable>(options: ThreadPoolOptions): ThreadPool<Tasks> {
  const { name, script, refuse, data, threads: maxThreads = 1, maxWaiting = 100, memory = 512 } = options;
  const { deadline: usualDeadline = 5_000, wait = 15_000, idle = 30_000 } = options;
  const threads = new Set<Thread>();
  const waiting: Pending[] = [];
  let isClosed = false;

  const failure = (reason: ThreadFailure['reason'], deadline = usualDeadline, cause?: unknown): HostError =>
    refuse({ reason, deadline, memory, cause });

  /** Terminates a thread. It stays in the pool until it has exited, so that there are never more than `maxThreads`. */
  function end(thread: Thread, error?: HostError): void {
    thread.isEnding = true;
    clearTimeout(thread.idle);
    const { task } = thread;
    thread.task = null;
    clearTimeout(task?.timer);
    if (error) task?.reject(error);
    void thread.worker.terminate();
  }

  function start(): Thread {
    const worker = new Worker(script, {
      name,
      workerData: data,
      // Do not inherit process flags, such as a debugger's.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    const thread: Thread = { worker, task: null, isEnding: false };
    threads.add(thread);
    worker.unref();
    worker.on('message', (response: ThreadResponse) => finish(thread, response));
    worker.on('messageerror', (error) => end(thread, failure('crashed', thread.task?.deadline, error)));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed';
      end(thread, failure(reason, thread.task?.deadline, error));
    });
    worker.on('exit', () => {
      end(thread, failure('crashed', thread.task?.deadline));
      threads.delete(thread);
      startWaiting();
    });
    return thread;
  }

  function finish(thread: Thread, response: ThreadResponse): void {
    const { task } = thread;
    if (!task) return;
    thread.task = null;
    clearTimeout(task.timer);
    if ('result' in response) task.resolve(response.result);
    else task.reject('hostError' in response ? toHostError(response.hostError) : response.error);
    thread.worker.unref();
    thread.idle = setTimeout(() => end(thread), idle).unref();
    startWaiting();
  }

  function freeThread(): Thread | null {
    for (const thread of threads) if (!thread.task && !thread.isEnding) return thread;
    return threads.size < maxThreads ? detached(start) : null;
  }

  function startWaiting(): void {
    while (waiting.length > 0 && !isClosed) {
      const thread = freeThread();
      const task = thread && waiting.shift();
      if (!task) return;
      runIn(thread, task);
    }
  }

  function runIn(thread: Thread, task: Pending): void {
    clearTimeout(task.timer);
    clearTimeout(thread.idle);
    thread.task = task;
    thread.worker.ref();
    task.timer = setTimeout(() => end(thread, failure('deadline', task.deadline)), task.deadline);
    try {
      thread.worker.postMessage({ name: task.name, input: task.input } satisfies ThreadTask);
    } catch (error) {
      // The input cannot be cloned: a bug in the caller.
      finish(thread, { error });
    }
  }

  function giveUp(task: Pending): void {
    waiting.splice(waiting.indexOf(task), 1);
    task.reject(failure('busy', task.deadline));
  }

  return {
    run: (taskName, input, deadline = usualDeadline) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(failure('closed', deadline));
        if (waiting.length >= maxWaiting) return reject(failure('busy', deadline));
        const task: Pending = { name: taskName, input, deadline, resolve: resolve as Pending['resolve'], reject };
        task.timer = setTimeout(giveUp, wait, task);
        waiting.push(task);
        startWaiting();
      }),
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) {
        clearTimeout(task.timer);
        task.reject(failure('closed', task.deadline));
      }
      const open = [...threads];
      for (const thread of open) end(thread, failure('closed', thread.task?.deadline));
      await Promise.all(open.map(({ worker }) => worker.terminate()));
    },
  };
}

function toHostError(error: Pick<HostError, 'code' | 'message' | 'data'>): HostError {
  return new HostError(error.code, error.message, error.data);
}
