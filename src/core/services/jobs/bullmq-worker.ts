import { setMaxListeners } from 'node:events';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { withTimeLimit } from '../../concurrency/time-limit.js';
import { json } from '../../database/codec.js';
import type { Cancellations } from './bullmq-cancellations.js';
import type { BullmqConnection } from './bullmq-connection.js';
import { type BullmqQueues, CANCELLED, type StoredJob, toJob } from './bullmq-queues.js';
import type { DefinedJob, Definitions } from './definitions.js';
import { errorText, workerDied } from './job-errors.js';
import { backoffDelay, type JobTimes } from './job-times.js';
import type { QueuedJobs } from './queued-jobs.js';
import { type Outcome, type Run, startRun } from './run.js';

export interface BullmqWorkers {
  /** Starts working on a definition added later. */
  add(definition: DefinedJob): void;
  /** Checks for cancellations now. */
  wake(): void;
  release(definitions: readonly DefinedJob[]): Promise<void>;
  stop(): Promise<void>;
}

export interface BullmqWorkerOptions {
  readonly connection: BullmqConnection;
  readonly queues: BullmqQueues;
  readonly cancellations: Cancellations;
  readonly definitions: Definitions;
  readonly times: JobTimes;
  readonly log: Logger;
  readonly queued: Pick<QueuedJobs, 'remove'>;
  /** Additional task, run once per polling interval. */
  deliver(): Promise<void>;
}

/** Milliseconds for a worker to close once none of its jobs is running. */
const LAST_WORDS = 2000;
/** Stalled jobs are always retried; the limit is checked when the next run starts. */
const UNLIMITED = 1_000_000;

interface Active {
  readonly worker: Worker;
  readonly definition: DefinedJob;
  readonly runs: Map<string, Run>;
  /** Aborted when the time limit for running jobs to end is reached. */
  readonly closing: AbortController;
}

/** Creates one BullMQ worker for each job defined in this process. */
export function createBullmqWorkers(options: BullmqWorkerOptions): BullmqWorkers {
  const { connection, cancellations, definitions, times, log, queued } = options;
  const { UnrecoverableError, WaitingError } = connection.bullmq;
  const active = new Map<string, Active>();
  const shared: Redis = connection.forWorkers();
  const writings = new Set<Promise<void>>();
  let isStopping = false;
  let looking: Promise<void> | null = null;

  const timer = setInterval(wake, times.poll).unref();

  function wake(): void {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'Could not check for cancelled and reassigned jobs'))
      .finally(() => {
        looking = null;
      });
  }

  async function look(): Promise<void> {
    const runs = [...active.values()].flatMap((each) => [...each.runs.values()]);
    const cancelled = await cancellations.requested(runs.map(({ id }) => id));
    for (const run of runs) if (cancelled.has(run.id)) run.stop('cancelled');
    await options.deliver();
  }

  function add(definition: DefinedJob): void {
    if (isStopping) return;
    const runs = new Map<string, Run>();
    const closing = new AbortController();
    setMaxListeners(0, closing.signal);
    const worker = new connection.bullmq.Worker(
      definition.name,
      (job, token) => process(each, job as StoredJob, token ?? ''),
      {
        connection: shared,
        prefix: connection.prefix,
        skipVersionCheck: true,
        concurrency: definition.concurrency,
        lockDuration: times.lease,
        stalledInterval: times.lease / 2,
        maxStalledCount: UNLIMITED,
        runRetryDelay: times.poll,
        settings: { backoffStrategy: (attempts) => backoffDelay(attempts ?? 1, definition.backoff) },
      },
    );
    const each: Active = { worker, definition, runs, closing };
    worker.on('error', (error) => log.warn({ err: error, name: definition.name }, 'A worker reported an error'));
    worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) runs.get(id)?.stop('lost');
    });
    worker.on('failed', (job, error) => {
      if (job && error.message === CANCELLED) track(keepCancelled(job as StoredJob));
    });
    active.set(definition.name, each);
  }

  function track(writing: Promise<void>): void {
    const tracked = writing.finally(() => writings.delete(tracked));
    writings.add(tracked);
  }

  /**
   * Moves a cancelled job from the queue to the cancellations. Until then it is failed, with a reason that marks it
   * as cancelled.
   */
  async function keepCancelled(stored: StoredJob): Promise<void> {
    try {
      await cancellations.keep(toJob(stored, 'cancelled'));
      await connection.reach(() => stored.remove());
      await cancellations.withdraw(stored.id ?? '');
    } catch (error) {
      log.warn({ err: error, job: stored.id }, 'A cancelled job remains in the list of failed jobs');
    }
  }

  async function process({ definition, runs, closing }: Active, job: StoredJob, token: string): Promise<unknown> {
    const id = job.id ?? '';
    const attempt = job.attemptsStarted - job.data.givenBack;
    if (await isToBeCancelled(id)) return end(id, CANCELLED);
    if (attempt > job.data.maxAttempts) {
      return end(id, errorText(workerDied(job.data.maxAttempts)));
    }
    const run = startRun({
      definition,
      id,
      attempt,
      payload: json.decode(job.data.payload),
      interval: times.progress,
      store: (progress) => connection.reach(() => job.updateProgress({ ...progress })),
      log,
    });
    runs.set(id, run);
    if (isStopping || closing.signal.aborted) run.stop('closing');
    try {
      return await settle(run, definition, job, token, closing.signal);
    } finally {
      if (runs.get(id) === run) runs.delete(id);
    }
  }

  /** Checks the flag. If the server is down, the run goes on, so that finished work does not count as failed. */
  async function isToBeCancelled(id: string): Promise<boolean> {
    try {
      return (await cancellations.requested([id])).has(id);
    } catch (error) {
      log.warn({ err: error, job: id }, 'Could not check whether a job was cancelled');
      return false;
    }
  }

  async function settle(
    run: Run,
    { name }: DefinedJob,
    job: StoredJob,
    token: string,
    closing: AbortSignal,
  ): Promise<unknown> {
    const outcome = await outcomeUntil(run, closing);
    const subject = { job: run.id, name, attempt: run.attempt };
    const isCancelled = run.stopped() === 'cancelled' || (await isToBeCancelled(run.id));
    if (isCancelled && outcome !== null) return end(run.id, CANCELLED);
    if (outcome?.kind === 'completed') {
      // A lost job belongs to another worker, or must be added again.
      if (run.stopped() !== 'lost') await forget(run.id);
      return storable(outcome.result, subject);
    }
    if (run.stopped() === 'closing') {
      if (outcome === null) log.warn(subject, 'A job did not end in time and was returned to the queue');
      await job.updateData({ ...job.data, givenBack: job.data.givenBack + 1 });
      await job.moveToWait(token);
      run.stop('lost');
      throw new WaitingError();
    }
    const error = outcome?.error;
    if (run.stopped() === null) log.warn({ err: error, ...subject }, 'A job failed');
    const text = errorText(error);
    if (run.attempt >= job.data.maxAttempts && run.stopped() !== 'lost') return end(run.id, text);
    throw new Error(text);
  }

  async function end(id: string, reason: string): Promise<never> {
    await forget(id);
    throw new UnrecoverableError(reason);
  }

  /** Marks a job as ended so that it is not added again. If the database is down, recovery does it later. */
  async function forget(id: string): Promise<void> {
    await queued.remove([id]).catch((error: unknown) => {
      log.warn({ err: error, job: id }, 'The end of a job could not be recorded in the database yet');
    });
  }

  /** Drops a result that JSON cannot represent, since it would turn finished work into a failure. */
  function storable(result: unknown, subject: object): unknown {
    try {
      return result === undefined ? null : json.decode(json.encode(result));
    } catch (error) {
      log.error({ err: error, ...subject }, 'The result of a job is not JSON data and is not stored');
      return null;
    }
  }

  async function close(chosen: readonly Active[]): Promise<void> {
    const closed = chosen.map(async ({ worker, runs, closing, definition }) => {
      const ended = worker.close();
      for (const run of runs.values()) run.stop('closing');
      await withTimeLimit(ended, runs.size > 0 ? times.closing : LAST_WORDS, () => closing.abort());
      // BullMQ waits forever for a lost connection to end.
      await withTimeLimit(ended, LAST_WORDS, () =>
        log.warn({ name: definition.name }, 'A worker did not close in time'),
      );
      if (active.get(definition.name)?.worker === worker) active.delete(definition.name);
    });
    await Promise.all(closed);
  }

  for (const definition of definitions.list()) add(definition);
  return {
    add,
    wake,
    release: (released) => close([...active.values()].filter(({ definition }) => released.includes(definition))),
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await close([...active.values()]);
      await looking;
      await Promise.all(writings);
      shared.disconnect();
    },
  };
}

/** @returns null when the time limit is reached */
function outcomeUntil(run: Run, closing: AbortSignal): Promise<Outcome | null> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(null);
    closing.addEventListener('abort', giveUp, { once: true });
    if (closing.aborted) giveUp();
    void run.outcome.then((outcome) => {
      closing.removeEventListener('abort', giveUp);
      resolve(outcome);
    });
  });
}
