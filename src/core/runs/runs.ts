import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { Job, JobQueue, RunningJob } from '../services/jobs/jobs.js';
import type { Lease } from '../services/locks/lease.js';
import type { Locks } from '../services/locks/locks.js';
import type { OwnedJobs } from '../services/schedule/owned-jobs.js';
import type { RunDefinition, RunErrors, RunningRun, StepResult } from './definition.js';
import { isRunActive, type Run } from './run.js';
import { createRunRows, type RewriteRun, type RunFilter, type StoredRun } from './run-rows.js';
import { createWorkOnRun } from './worker.js';

/** Options to start a run. */
export interface StartOptions<State, Shown> {
  /** User who starts it. */
  readonly userId?: number | null;
  /** First state. @default that of `prepare` */
  readonly state?: State;
  /** Called in the transaction that adds the run: for announcements, and rows of the plugin. */
  onStart?(run: Shown): Promise<void>;
}

/** Options to work on a run in this process. */
export interface RunNowOptions<Input, State, Shown = Run<Input, State>> {
  /** Stops the run when aborted: a run that a job could continue is paused, any other interrupted. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each step and progress report. */
  onProgress?(run: Shown): void;
  /** Lock named like the type that the caller holds already. @default acquired for the run */
  readonly lease?: Lease;
  /** Replaces the step of the definition, for work that depends on the caller. */
  step?(run: RunningRun<Input, State>): Promise<StepResult<State>>;
}

/** The runs of a type: at most one active at a time, and the history, shown in the plugin's own form if it has one. */
export interface Runs<Input, State, Shown = Run<Input, State>> {
  /**
   * Starts a run in a job, as part of the running transaction if there is one.
   * @throws `errors.active` of the definition (409 `run_active`), errors of `prepare`
   */
  start(input: Input, options?: StartOptions<State, Shown>): Promise<Shown>;
  /** Starts a run in this process and waits until it has ended or paused. @throws like `start`; errors of its steps */
  runNow(input: Input, options?: RunNowOptions<Input, State, Shown> & StartOptions<State, Shown>): Promise<Shown>;
  /**
   * Resumes a paused run in this process.
   * @throws `errors.missing` (404 `run_missing`), `errors.ended` (409 `run_ended`), `errors.active` if it is not paused
   */
  resumeNow(id: number, options?: RunNowOptions<Input, State, Shown>): Promise<Shown>;
  /** @throws `errors.missing` */
  get(id: number): Promise<Shown>;
  find(id: number): Promise<Shown | null>;
  /** Returns the run that has not ended. */
  active(): Promise<Shown | null>;
  /** Throws `errors.active` while a run is active, before expensive preparations. */
  assertNone(): Promise<void>;
  /** Lists runs, newest first. */
  list(
    page: RunFilter & { readonly limit: number; readonly offset?: number },
  ): Promise<{ readonly runs: readonly Shown[]; readonly total: number }>;
  /** Generates all runs as stored, newest first. @param batch runs per statement @default 20 */
  each(batch?: number): AsyncGenerator<Run<Input, State>, void>;
  /**
   * Pauses a run until it is resumed. The step in progress is finished. Repeating it changes nothing.
   * @throws `errors.missing`, `errors.ended`
   */
  pause(id: number): Promise<Shown>;
  /** Continues a paused run in a job. Repeating it changes nothing. @throws `errors.missing`, `errors.ended` */
  resume(id: number): Promise<Shown>;
  /** Cancels a run; its saved state stays. @throws `errors.missing`, `errors.ended` */
  cancel(id: number): Promise<Shown>;
  /**
   * Changes the input or state of a run outside of its steps.
   * @param rewrite returns the changed members, or null to leave the run
   * @returns whether it was changed
   */
  rewrite(id: number, rewrite: RewriteRun<Input, State>): Promise<boolean>;
  /** Settles a run whose process crashed, and deletes old runs. */
  sweep(now?: Date): Promise<void>;
}

export interface RunParts {
  readonly owner: string;
  readonly db: Database;
  readonly jobs: Pick<OwnedJobs, 'cancel' | 'define' | 'get'>;
  readonly locks: Pick<Locks, 'acquire' | 'holder'>;
}

const ATTEMPTS = 10;
/** Lock options in milliseconds: a run in a crashed process counts as stopped once its lock has expired. */
const LOCK_OPTIONS = { ttl: 30_000, heartbeat: 10_000 } as const;
/** Milliseconds before a run whose job does not exist is settled. */
const UNKNOWN_AFTER = 10 * 60 * 1000;
const RETENTION = 90 * 24 * 60 * 60 * 1000;
/** Runs per statement of `each`. */
const BATCH = 20;

/** Creates the runs of a type. See {@link RunDefinition}. @param show converts a run to the form of the results */
export function createRuns<Input, State, Shown>(
  { owner, db, jobs, locks }: RunParts,
  definition: RunDefinition<Input, State>,
  show: (run: Run<Input, State>) => Shown,
): Runs<Input, State, Shown> & { readonly rows: ReturnType<typeof createRunRows<Input, State>> } {
  const { type, title, attempts = ATTEMPTS, cancel = 'immediately', retention = RETENTION } = definition;
  const errors = { ...ERRORS, ...definition.errors };
  const rows = createRunRows<Input, State>(db, { owner, type });
  const work = createWorkOnRun({ db, rows, definition, errors, attempts });
  const queue = attempts === 0 ? null : jobs.define<{ run: number }, void>({ name: type, title, attempts, run: inJob });

  async function inJob({ id: name, payload, signal, progress, attempt }: RunningJob<{ run: number }>): Promise<void> {
    const onProgress = ({ processed, total }: Run): void => progress(processed, Math.max(processed, total));
    try {
      await work(payload.run, { name, attempt, signal, lease: null, onProgress });
    } finally {
      await finish(payload.run);
    }
    // The host is shutting down: the job goes back to the queue and continues elsewhere.
    signal.throwIfAborted();
  }

  async function finish(id: number): Promise<void> {
    const run = definition.onEnd ? await rows.get(id) : null;
    if (run && !isRunActive(run)) await definition.onEnd?.(run);
  }

  async function get(id: number): Promise<StoredRun<Input, State>> {
    const run = await rows.get(id);
    if (!run) throw errors.missing(id);
    return settled(run);
  }

  async function activeOne(id: number): Promise<StoredRun<Input, State>> {
    const run = await get(id);
    if (!isRunActive(run)) throw errors.ended(run);
    return run;
  }

  /** Ends or pauses a run whose worker is gone. Whatever the worker has written since the run was read stays. */
  async function settled(run: StoredRun<Input, State>): Promise<StoredRun<Input, State>> {
    const { id, worker, token } = run;
    if (worker === null || !isRunActive(run)) return run;
    if (token !== null) {
      if ((await locks.holder(type))?.token === token) return run;
      await leave(id, worker);
      return after(run);
    }
    const job = await jobs.get(worker);
    if (job && OPEN_JOBS.includes(job.status)) return withProgress(run, job);
    if (!job && Date.now() - run.pacedAt.getTime() < UNKNOWN_AFTER) return run;
    if (job?.status === 'cancelled') await rows.end(id, 'cancelled', { worker });
    else await rows.end(id, 'failed', { worker, error: errors.stopped });
    return after(run);
  }

  async function after(run: StoredRun<Input, State>): Promise<StoredRun<Input, State>> {
    await finish(run.id);
    return (await rows.get(run.id)) ?? run;
  }

  /** Pauses a run that a job could continue, and ends any other. */
  const leave = (id: number, worker: string): Promise<boolean> =>
    queue ? rows.pause(id, worker) : rows.end(id, 'interrupted', { worker });

  async function active(): Promise<StoredRun<Input, State> | null> {
    const found = await rows.active();
    const run = found && (await settled(found));
    return run && isRunActive(run) ? run : null;
  }

  async function assertNone(): Promise<void> {
    const run = await active();
    if (run) throw errors.active(run.id);
  }

  /** Adds the job of a run. Call it in the transaction that changes the run. */
  async function enqueue(id: number): Promise<void> {
    const job = await queueOf(queue, type).add({ run: id });
    await rows.assign(id, { name: job.id, token: null });
  }

  /** @param employ assigns a worker, in the transaction that adds the run */
  async function add(
    input: Input,
    { userId = null, state, onStart }: StartOptions<State, Shown>,
    transaction: Lease['transaction'],
    employ: (id: number) => Promise<void>,
  ): Promise<number> {
    await assertNone();
    const prepared = await definition.prepare?.(input);
    // A definition without a first state has optional members only.
    const first = state ?? prepared?.state ?? ({} as State);
    try {
      return await transaction(async () => {
        const id = await rows.insert({ input, state: first, total: prepared?.total ?? 0, userId });
        await employ(id);
        const run = onStart && (await rows.get(id));
        if (run) await onStart(show(run));
        return id;
      });
    } catch (error) {
      if (!db.isUniqueViolation(error)) throw error;
      throw errors.active((await rows.active())?.id ?? null);
    }
  }

  /** @param take adds or resumes the run and returns its id */
  async function workNow(
    { signal, onProgress, lease: ownLease, step }: RunNowOptions<Input, State, Shown>,
    take: (worker: { name: string; token: number }, lease: Lease) => Promise<number>,
  ): Promise<Shown> {
    const lease = ownLease ?? (await locks.acquire(type, LOCK_OPTIONS));
    if (!lease) throw errors.active((await rows.active())?.id ?? null);
    const name = `lock ${lease.token}`;
    try {
      const id = await take({ name, token: lease.token }, lease);
      const stop = signal ? AbortSignal.any([signal, lease.signal]) : lease.signal;
      try {
        await work(id, { name, attempt: 1, signal: stop, lease, step, onProgress: (run) => onProgress?.(show(run)) });
      } finally {
        // After a takeover, the next holder of the lock settles the run.
        await lease.transaction(() => leave(id, name)).catch(ignoreLoss);
        await finish(id);
      }
      return await read(id);
    } finally {
      if (!ownLease) await lease.release();
    }
  }

  const read = async (id: number): Promise<Shown> => show(await get(id));

  return {
    rows,
    get: read,
    async active() {
      const run = await active();
      return run && show(run);
    },
    assertNone,
    async start(input, options = {}) {
      return read(await add(input, options, db.transaction, enqueue));
    },
    runNow: (input, options = {}) =>
      workNow(options, (worker, { transaction }) => add(input, options, transaction, (id) => rows.assign(id, worker))),
    resumeNow: (id, options = {}) =>
      workNow(options, async (worker) => {
        await activeOne(id);
        const isTaken = await db.transaction(async () => {
          if (!(await rows.requeue(id))) return false;
          await rows.assign(id, worker);
          return true;
        });
        if (!isTaken) throw errors.active(id);
        return id;
      }),
    async find(id) {
      const run = await rows.get(id);
      return run && show(await settled(run));
    },
    async list({ limit, offset = 0, ...filter }) {
      const { runs, total } = await rows.list(filter, { limit, offset });
      return { runs: (await Promise.all(runs.map(settled))).map(show), total };
    },
    async *each(batch = BATCH) {
      for (let last = Number.MAX_SAFE_INTEGER; ; ) {
        const runs = await rows.below(last, batch);
        yield* runs;
        const lowest = runs.at(-1);
        if (!lowest) return;
        last = lowest.id;
      }
    },
    async pause(id) {
      await activeOne(id);
      await rows.pause(id);
      return read(id);
    },
    async resume(id) {
      await activeOne(id);
      await db.transaction(async () => {
        if (await rows.requeue(id)) await enqueue(id);
      });
      return read(id);
    },
    async cancel(id) {
      const run = await get(id);
      if (cancel === 'immediately' && run.status === 'cancelled') return show(run);
      if (!isRunActive(run)) throw errors.ended(run);
      const isJob = run.worker !== null && run.token === null;
      if (cancel === 'when-stopped' && isJob) await cancelJob(run.worker);
      else if (await rows.end(id, 'cancelled')) await finish(id);
      return read(id);
    },
    rewrite: rows.rewrite,
    async sweep(now = new Date()) {
      await active();
      if (retention !== null) await rows.removeBefore(new Date(now.getTime() - retention));
    },
  };

  async function cancelJob(id: string): Promise<void> {
    await jobs.cancel(id).catch((error: unknown) => {
      if (!(error instanceof HostError) || error.code !== 'job_ended') throw error;
    });
  }
}

function ignoreLoss(error: unknown): void {
  if (!(error instanceof HostError) || error.code !== 'lock_lost') throw error;
}

const OPEN_JOBS: readonly Job['status'][] = ['waiting', 'delayed', 'running'];

/** Adds what a step has reported since the run was saved. */
function withProgress<Input, State>(run: StoredRun<Input, State>, { progress }: Job): StoredRun<Input, State> {
  if (!progress || progress.done < run.processed) return run;
  return { ...run, processed: progress.done, total: run.total || progress.total };
}

function queueOf<Payload>(queue: JobQueue<Payload> | null, type: string): JobQueue<Payload> {
  if (queue) return queue;
  throw new HostError('run_not_a_job', `Runs of "${type}" have no attempts as a job. Start them with "runNow".`);
}

/** Errors of types without their own. */
const ERRORS: RunErrors = {
  missing: (id) => new HostError('run_missing', `Run ${id} does not exist.`, { status: 404, run: id }),
  active(id) {
    const message = 'Another run is active. Wait until it ends, or cancel it.';
    return new HostError('run_active', message, { status: 409, run: id });
  },
  ended({ id, status }) {
    return new HostError('run_ended', `Run ${id} has ended (${status}). Start another one.`, { status: 409, run: id });
  },
  stopped: {
    code: 'run_stopped',
    message: 'The run was interrupted too often. Finished work stays. The log has the reason. Start another run.',
  },
};
