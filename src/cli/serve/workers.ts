import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostError } from '../../core/errors.js';

/** Message from a worker to the primary when it is ready to serve. */
export interface ReadyMessage {
  readonly ready: { readonly url: string; readonly hasUsers: boolean };
}

export interface WorkersOptions {
  readonly count: number;
  /** Stops all workers. */
  readonly signal: AbortSignal;
  /** Called when the first worker is ready. */
  onReady(ready: ReadyMessage['ready']): void;
  warn(text: string): void;
}

/** Milliseconds before a crashed worker is replaced. Doubles while replacements crash soon. */
const FIRST_PAUSE = 500;
const MAX_PAUSE = 30_000;
/** Milliseconds after which a crash no longer counts as soon. */
const GROWN_UP = 60_000;
/** Milliseconds that workers get to stop. A server gives its last requests ten seconds. */
const LAST_WORK = 25_000;

/**
 * Runs a site in several processes of this machine (node:cluster) that share its port. The first one starts alone, so
 * that a site that cannot start reports its error once. Workers that crash later are replaced.
 * @throws HostError `serve_failed` if the first worker does not start
 */
export async function runWorkers({ count, signal, onReady, warn }: WorkersOptions): Promise<void> {
  const workers = new Set<Worker>();

  /** `ready` resolves to the worker's message when it serves, or to null if it ends before. */
  function start(): { worker: Worker; ready: Promise<ReadyMessage['ready'] | null> } {
    const worker = cluster.fork({ MORTISE_PROCESSES: String(count) });
    workers.add(worker);
    const ready = new Promise<ReadyMessage['ready'] | null>((resolve) => {
      worker.once('message', (message: ReadyMessage) => resolve(message.ready));
      worker.once('exit', () => {
        workers.delete(worker);
        resolve(null);
      });
    });
    return { worker, ready };
  }

  /** Replaces a worker whenever it ends. */
  async function keep(first: Worker): Promise<void> {
    let worker = first;
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      const startedAt = performance.now();
      if (!worker.isDead()) await once(worker, 'exit');
      if (signal.aborted) return;
      const { exitCode, signalCode } = worker.process;
      const cause = signalCode ?? `exit code ${exitCode}`;
      pause = performance.now() - startedAt > GROWN_UP ? FIRST_PAUSE : Math.min(MAX_PAUSE, pause * 2);
      warn(`A worker ended (${cause}); it is replaced in ${pause / 1000} s.`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) ({ worker } = start());
    }
  }

  async function stop(): Promise<void> {
    const ended = Promise.all([...workers].map((worker) => once(worker, 'exit')));
    for (const worker of workers) worker.process.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    }, LAST_WORK);
    await ended;
    clearTimeout(timer);
  }

  const first = start();
  const ready = await first.ready;
  if (!ready && !signal.aborted) {
    throw new HostError('serve_failed', "The site could not start. See the worker's output above.");
  }
  if (ready) onReady(ready);
  const others = signal.aborted ? [] : Array.from({ length: count - 1 }, () => start().worker);
  const places = [first.worker, ...others].map(keep);
  if (!signal.aborted) await once(signal, 'abort');
  await stop();
  await Promise.all(places);
}
