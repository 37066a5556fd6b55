import { randomUUID } from 'node:crypto';
import { HostError, type PluginContext } from '../../../index.js';
import type { RunningJob } from '../../../services.js';
import type { ErrorLog, LoggedError } from '../error-log.js';
import { runActive, runEnded, runNotFound } from '../errors.js';
import type { LibraryRows } from '../work/library-rows.js';
import { doneOf, isActive, type Run, type RunAsk } from './run.js';
import type { RunRows, StoredRun } from './run-rows.js';
import type { WorkOnRun } from './work.js';

/** Runs over the whole library, one at a time. A job does the work; administrators can follow and control it. */
export interface Runs {
  /**
   * Starts a run in a job.
   * @throws HostError 404 `vendor_watermark_run_not_found` for `retryOf`, 409 `vendor_watermark_run_active`,
   *   `vendor_watermark_not_configured`, 507 `vendor_watermark_insufficient_storage`
   */
  start(ask: RunAsk): Promise<Run>;
  /** Starts a run in this process instead of a job and waits until it ends or pauses. @throws like `start` */
  here(ask: RunAsk, watch: Watch): Promise<Run>;
  /**
   * Resumes a paused run in this process.
   * @throws HostError 404 `vendor_watermark_run_not_found`, 409 `vendor_watermark_run_ended`,
   *   `vendor_watermark_run_active` if it is not paused
   */
  resumeHere(id: number, watch: Watch): Promise<Run>;
  /** @throws HostError 404 `vendor_watermark_run_not_found` */
  get(id: number): Promise<Run>;
  /** Returns the run that has not ended. */
  active(): Promise<Run | null>;
  /** Returns runs, newest first. */
  latest(count: number): Promise<readonly Run[]>;
  /**
   * Pauses a run until it is resumed. Images in progress are finished.
   * @throws HostError 404 `vendor_watermark_run_not_found`, 409 `vendor_watermark_run_ended`
   */
  pause(id: number): Promise<Run>;
  /** @throws HostError 404 `vendor_watermark_run_not_found`, 409 `vendor_watermark_run_ended` */
  resume(id: number): Promise<Run>;
  /**
   * Cancels a run. Finished work is kept.
   * @throws HostError 404 `vendor_watermark_run_not_found`, 409 `vendor_watermark_run_ended`
   */
  cancel(id: number): Promise<Run>;
  /** Returns the failures of a run, newest first. @throws HostError 404 `vendor_watermark_run_not_found` */
  failures(
    id: number,
    page: { readonly page: number; readonly perPage: number },
  ): Promise<{ readonly rows: readonly LoggedError[]; readonly total: number }>;
  /** Settles runs whose processes crashed, and deletes old ones. */
  sweep(): Promise<void>;
}

/** Options to follow a run. */
export interface Watch {
  /** Pauses the run when aborted. */
  readonly signal: AbortSignal;
  onProgress(run: Run): void;
}

interface RunPayload {
  readonly run: number;
}

/** Prefix of worker names that are not job ids. */
const HERE = 'watermark_run_';
/** Lock options in milliseconds: after a crash, the run counts as paused once the lock expires. */
const SIGNS_OF_LIFE = { ttl: 30_000, heartbeat: 10_000 } as const;
/** Maximum attempts, counting those that crashed the process. */
const ATTEMPTS = 10;
/** Milliseconds before a run whose job does not exist is settled. */
const UNKNOWN_AFTER = 10 * 60 * 1000;
/** Milliseconds for which ended runs are kept. */
const KEPT = 90 * 24 * 60 * 60 * 1000;

const STOPPED = {
  code: 'vendor_watermark_run_stopped',
  message:
    'The run was interrupted too often. Completed images stay. The log has the reason. Start another run to continue.',
} as const;

export interface RunsParts {
  readonly context: Pick<PluginContext, 'db' | 'jobs' | 'locks'>;
  readonly runRows: RunRows;
  readonly rows: Pick<LibraryRows, 'total'>;
  readonly errors: ErrorLog;
  readonly workOnRun: WorkOnRun;
  /** @throws HostError if the work cannot start */
  readonly assertPossible: (ask: RunAsk) => Promise<void>;
}

export function createRuns({ context, runRows, rows, errors, workOnRun, assertPossible }: RunsParts): Runs {
  const { db, jobs, locks } = context;
  const queue = jobs.define<RunPayload, void>({
    name: 'watermark_run',
    title: 'Mark, restore or back up images of the library',
    attempts: ATTEMPTS,
    run: work,
  });

  async function work({ id: worker, payload, signal, progress, attempt }: RunningJob<RunPayload>): Promise<void> {
    const onProgress = (run: Run): void => {
      const done = doneOf(run);
      progress(done, Math.max(done, run.total));
    };
    try {
      await workOnRun(payload.run, { worker, signal, onProgress });
    } catch (error) {
      if (!signal.aborted && attempt >= ATTEMPTS) await runRows.end(payload.run, 'failed', { worker, error: STOPPED });
      throw error;
    }
    if (isCancelled(signal)) await runRows.end(payload.run, 'cancelled', { worker });
    // The host is shutting down: the job is requeued and continues elsewhere.
    signal.throwIfAborted();
  }

  async function find(id: number): Promise<StoredRun> {
    const run = await runRows.get(id);
    if (!run) throw runNotFound(id);
    return settled(run);
  }

  /** Updates a run from the status of its job, which fails on its own if every process crashes. */
  async function settled(run: StoredRun): Promise<StoredRun> {
    if (run.worker === null || run.state === 'paused' || !isActive(run)) return run;
    if (run.worker.startsWith(HERE)) {
      // Its process has crashed, so the run can be resumed.
      if ((await locks.holder(run.worker)) === null) await runRows.pause(run.id, run.worker);
      return (await runRows.get(run.id)) ?? run;
    }
    const job = await jobs.get(run.worker);
    if (job && ['waiting', 'delayed', 'running'].includes(job.status)) return run;
    if (!job && Date.now() - run.pacedAt.getTime() < UNKNOWN_AFTER) return run;
    // The row was read before the job, so an end that the job has written since takes precedence.
    const { worker } = run;
    await (job?.status === 'cancelled'
      ? runRows.end(run.id, 'cancelled', { worker })
      : runRows.end(run.id, 'failed', { worker, error: STOPPED }));
    return (await runRows.get(run.id)) ?? run;
  }

  async function active(): Promise<StoredRun | null> {
    const found = await runRows.active();
    const run = found && (await settled(found));
    return run && isActive(run) ? run : null;
  }

  /** Adds the job of a run. Call it in the transaction that changes the run. */
  async function enqueue(id: number): Promise<void> {
    const job = await queue.add({ run: id });
    await runRows.assign(id, job.id);
  }

  async function totalOf({ retryOf }: RunAsk): Promise<number> {
    if (retryOf === undefined) return rows.total();
    await find(retryOf);
    return (await errors.list({ runId: retryOf, page: 1, perPage: 1 })).total;
  }

  /** @param employ assigns a worker, within the transaction that adds the run */
  async function add(ask: RunAsk, employ: (id: number) => Promise<void>): Promise<Run> {
    const before = await active();
    if (before) throw runActive(before.id);
    await assertPossible(ask);
    const total = await totalOf(ask);
    try {
      const id = await db.transaction(async () => {
        const made = await runRows.insert(ask, total);
        await employ(made);
        return made;
      });
      return await find(id);
    } catch (error) {
      if (!db.isUniqueViolation(error)) throw error;
      throw runActive((await runRows.active())?.id ?? null);
    }
  }

  /**
   * Processes a run in this process, with a lock that proves it is alive.
   * @param take assigns the run and returns its id
   */
  async function doHere(watch: Watch, take: (worker: string) => Promise<number>): Promise<Run> {
    const worker = `${HERE}${randomUUID()}`;
    return locks.run(
      worker,
      async () => {
        const id = await take(worker);
        try {
          await workOnRun(id, { worker, ...watch });
        } finally {
          await runRows.pause(id, worker);
        }
        return find(id);
      },
      SIGNS_OF_LIFE,
    );
  }

  return {
    here: (ask, watch) => doHere(watch, async (worker) => (await add(ask, (id) => runRows.assign(id, worker))).id),
    resumeHere: (id, watch) =>
      doHere(watch, async (worker) => {
        const run = await find(id);
        if (!isActive(run)) throw runEnded(id, run.state);
        const isTaken = await db.transaction(async () => {
          if (!(await runRows.requeue(id))) return false;
          await runRows.assign(id, worker);
          return true;
        });
        if (!isTaken) throw runActive(id);
        return id;
      }),
    get: find,
    active,
    latest: async (count) => Promise.all((await runRows.latest(count)).map(settled)),
    start: (ask) => add(ask, enqueue),
    async pause(id) {
      const run = await find(id);
      if (!isActive(run)) throw runEnded(id, run.state);
      await runRows.pause(id);
      return find(id);
    },
    async resume(id) {
      const run = await find(id);
      if (!isActive(run)) throw runEnded(id, run.state);
      await db.transaction(async () => {
        if (await runRows.requeue(id)) await enqueue(id);
      });
      return find(id);
    },
    async cancel(id) {
      const run = await find(id);
      if (!isActive(run) && run.state !== 'cancelled') throw runEnded(id, run.state);
      await runRows.end(id, 'cancelled');
      return find(id);
    },
    async failures(id, page) {
      await find(id);
      const { entries, total } = await errors.list({ ...page, runId: id });
      return { rows: entries, total };
    },
    async sweep() {
      await active();
      await runRows.removeBefore(new Date(Date.now() - KEPT));
    },
  };
}

function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof HostError && reason.code === 'job_cancelled';
}
