import { Worker } from 'node:worker_threads';
import { HostError } from '../../core/errors.js';
import { packageFile } from '../../core/package-file.js';
import type { WorkerResponse, WorkerSetup, WorkerTask } from './worker.js';

/** Limits of the worker thread. */
export interface WorkerLimits {
  /** Maximum milliseconds for one task, including loading. */
  readonly task: number;
  /** Milliseconds after the last task before the thread ends. */
  readonly idle: number;
  /** Maximum heap size in megabytes. */
  readonly memory: number;
}

const LIMITS: WorkerLimits = { task: 30_000, idle: 30_000, memory: 512 };

/** Checks whether the editor would accept stored markup, in a thread that starts with the first check. */
export interface SaveChecker {
  /**
   * @param documents one block each, without inner blocks
   * @returns why each is not valid; null for those that are
   * @throws HostError 500 `blocks_package_missing`, `blocks_worker_failed`, 503 `blocks_worker_slow`,
   * `blocks_worker_memory`
   */
  check(setup: WorkerSetup, documents: readonly string[]): Promise<readonly (string | null)[]>;
  /** Ends the thread and rejects pending checks. */
  close(): Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  /** Setup that the thread was started with, as JSON. */
  readonly setup: string;
  readonly waiting: Map<number, { resolve(faults: readonly (string | null)[]): void; reject(error: unknown): void }>;
}

/** Creates a {@link SaveChecker}. @param script module of the thread; tests replace it */
export function createSaveChecker(
  limits: WorkerLimits = LIMITS,
  script: URL = packageFile('dist/blocks/wordpress/worker.js'),
): SaveChecker {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  /** Ends a thread and rejects its pending tasks. */
  function end({ worker, waiting }: Thread, error: unknown): void {
    if (thread?.worker === worker) thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    void worker.terminate();
  }

  function begin(setup: WorkerSetup, text: string): Thread {
    const worker = new Worker(script, {
      workerData: setup,
      // Options of the main process, such as a debugger, do not apply to the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memory },
      // Hides the output of the thread.
      stdout: true,
      stderr: true,
    });
    const started: Thread = { worker, setup: text, waiting: new Map() };
    // An idle thread does not keep the process running.
    worker.unref();
    worker.on('message', (message: WorkerResponse) => {
      if ('error' in message) end(started, cannotLoad(message));
      else {
        started.waiting.get(message.id)?.resolve(message.faults);
        started.waiting.delete(message.id);
      }
    });
    worker.on('error', (error: NodeJS.ErrnoException) => end(started, failureOf(error, limits)));
    worker.on('exit', () => end(started, failed('it ended')));
    return started;
  }

  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (thread?.waiting.size === 0) end(thread, failed('it was closed'));
    }, limits.idle).unref();
  }

  return {
    async check(setup, documents) {
      if (documents.length === 0) return [];
      const text = JSON.stringify(setup);
      if (thread && thread.setup !== text) end(thread, failed('the registered blocks have changed'));
      thread ??= begin(setup, text);
      const current = thread;
      const task: WorkerTask = { id: ++count, documents };
      current.worker.ref();
      const limit = setTimeout(() => end(current, tooSlow(limits)), limits.task);
      try {
        return await new Promise((resolve, reject) => {
          current.waiting.set(task.id, { resolve, reject });
          current.worker.postMessage(task);
        });
      } finally {
        clearTimeout(limit);
        if (current.waiting.size === 0) current.worker.unref();
        rest();
      }
    },
    async close() {
      clearTimeout(idle);
      const open = thread;
      if (!open) return;
      end(open, failed('the host is closing'));
      await open.worker.terminate();
    },
  };
}

function cannotLoad({ error, missing }: Extract<WorkerResponse, { error: string }>): HostError {
  if (missing === null) return failed(error);
  return new HostError(
    'blocks_package_missing',
    `Checking blocks needs the package ${missing}, which is not installed. Install both required packages: npm install @wordpress/blocks@16 jsdom@29`,
    { status: 500, package: missing },
  );
}

function failureOf(error: NodeJS.ErrnoException, { memory }: WorkerLimits): HostError {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return failed(error.message, error);
  return new HostError(
    'blocks_worker_memory',
    `Checking these blocks takes more than ${memory} MB of memory. Check fewer blocks, or a shorter text.`,
    { status: 503 },
    { cause: error },
  );
}

function tooSlow({ task }: WorkerLimits): HostError {
  return new HostError(
    'blocks_worker_slow',
    `Checking these blocks took more than ${task / 1000} seconds and was stopped. Check fewer blocks, or a shorter text.`,
    { status: 503 },
  );
}

function failed(why: string, cause?: unknown): HostError {
  return new HostError(
    'blocks_worker_failed',
    `The thread that checks blocks stopped: ${why}. Try again.`,
    { status: 500 },
    { cause },
  );
}
