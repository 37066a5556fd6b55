import { Worker } from 'node:worker_threads';
import type { HostError } from '../../../../../index.js';
import { indexLost } from '../index-lost.js';
import type { Answer, CallName, Calls, Message, News, Question } from './calls.js';

/** Worker thread of the search index. */
export interface Thread {
  /**
   * Sends a call. Answers arrive in call order, except for calls that add documents.
   * @throws HostError `vendor_kb_search_index_lost` if the thread has ended, or ends before it answers
   */
  ask<Name extends CallName>(name: Name, args: Parameters<Calls[Name]>): Promise<Awaited<ReturnType<Calls[Name]>>>;
  /** Sends data that the thread processes before the next call. */
  send(news: News): void;
  /** Terminates the thread and rejects pending calls. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** @param onLost called if the thread ends without being closed, before pending calls are rejected */
export function createThread(script: URL, onLost: (error: HostError) => void): Thread {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let end: HostError | null = null;
  // Flags of the process, e.g. for a debugger, do not apply to the thread.
  const worker = new Worker(script, { name: 'search index', execArgv: [] });
  // The thread does not keep the process alive.
  worker.unref();

  const post = (message: Message): void => worker.postMessage(message);

  function settle(id: number): Waiting | undefined {
    const settled = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    return settled;
  }

  function refuseAll(error: HostError): void {
    end = error;
    for (const id of [...waiting.keys()]) settle(id)?.reject(error);
  }

  function lose(why: string, cause?: unknown): void {
    if (end) return;
    end = indexLost(why, cause);
    onLost(end);
    refuseAll(end);
    void worker.terminate();
  }

  worker.on('message', (answer: Answer) => {
    const pending = settle(answer.id);
    if ('error' in answer) pending?.reject(answer.error);
    else pending?.resolve(answer.result);
  });
  worker.on('error', (error) => lose(error.message, error));
  worker.on('messageerror', (error) => lose(error.message, error));
  worker.on('exit', (code) => lose(`it ended with code ${code}`));

  return {
    ask: (name, args) =>
      new Promise((resolve, reject) => {
        if (end) return reject(end);
        count += 1;
        post({ question: { id: count, name, args } as Question });
        waiting.set(count, { resolve, reject } as Waiting);
        worker.ref();
      }),
    send: (news) => post({ news }),
    async close() {
      refuseAll(indexLost('the host is closing'));
      await worker.terminate();
    },
  };
}
