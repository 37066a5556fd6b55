import { randomUUID } from 'node:crypto';
import { HostError, type PluginContext, type RunningJob } from '../../../index.js';
import type { ErrorLog, LoggedError } from '../error-log.js';
import { runActive, runEnded, runNotFound } from '../errors.js';
import type { LibraryRows } from '../work/library-rows.js';
import { doneOf, isActive, type Run, type RunAsk } from './run.js';
import type { RunRows, StoredRun } from './run-rows.js';
import type { WorkOnRun } from './work.js';

/** Work on the whole library: one run at a time, done by a job, seen and steered by whoever may manage the site. */
export interface Runs {
  /**
   * @throws HostError 404 `vendor_watermark_run_not_found` for `retryOf`, 409 `vendor_watermark_run_active`,
   *   `vendor_watermark_not_configured`, 507 `vendor_watermark_insufficient_storage`
   */
  start(ask: RunAsk): Promise<Run>;
  /** The same in this process and in place of a job, until it ends or is paused. @throws like `start` */
  here(ask: RunAsk, watch: Watch): Promise<Run>;
  /**
   * Goes on with a paused run, in this process.
   * @throws HostError 404 `vendor_watermark_run_not_found`, 409 `vendor_watermark_run_ended`, `vendor_watermark_run_active`
   *   where it is not paused
   */
  resumeHere(id: number, watch: Watch): Promise<Run>;
  /** @throws HostError 404 `vendor_watermark_run_not_found` */
  get(id: number): Promise<Run>;
  /** The one that has not ended. */
  active(): Promise<Run | null>;
  /** Newest first. */
  latest(count: number): Promise<readonly Run[]>;
  /**
   * Pictures that are in hand are brought to their end; then nothing is done until it is resumed.
   * @throws HostError 404 `vendor_watermark_run_not_found`, 409 `vendor_watermark_run_ended`
   */
  pause(id: number): Promise<Run>;
  /** @throws HostError 404 `vendor_watermark_run_not_found`, 409 `vendor_watermark_run_ended` */
  resume(id: number): Promise<Run>;
  /**
   * What was done until then stays.
   * @throws HostError 404 `vendor_watermark_run_not_found`, 409 `vendor_watermark_run_ended`
   */
  cancel(id: number): Promise<Run>;
  /** What went wrong in a run, newest first. @throws HostError 404 `vendor_watermark_run_not_found` */
  failures(
    id: number,
    page: { readonly page: number; readonly perPage: number },
  ): Promise<{ readonly rows: readonly LoggedError[]; readonly total: number }>;
  /** Finds runs whose processes died, and forgets old ones. */
  sweep(): Promise<void>;
}

/** How who waits for a run follows it. */
export interface Watch {
  /** Pauses it. */
  readonly signal: AbortSignal;
  onProgress(run: Run): void;
}

interface RunPayload {
  readonly run: number;
}

/** What the names of those begin with who are no jobs. */
const HERE = 'watermark_run_';
/** Milliseconds: after a kill the run counts as paused when the lock has run out. */
const SIGNS_OF_LIFE = { ttl: 30_000, heartbeat: 10_000 } as const;
/** Times that a job is begun: once more with each process that dies of it. */
const ATTEMPTS = 10;
/** Milliseconds after which a job that nobody knows will not turn up any more. */
const UNKNOWN_AFTER = 10 * 60 * 1000;
/** Milliseconds for which runs are kept that have ended. */
const KEPT = 90 * 24 * 60 * 60 * 1000;

const STOPPED = {
  code: 'vendor_watermark_run_stopped',
  message:
    'The run was cut off again and again. What it had done stays, and no picture is half done. The log has the reason; start another run to go on.',
} as const;

export interface RunsParts {
  readonly context: Pick<PluginContext, 'db' | 'jobs' | 'locks'>;
  readonly runRows: RunRows;
  readonly rows: Pick<LibraryRows, 'total'>;
  readonly errors: ErrorLog;
  readonly workOnRun: WorkOnRun;
  /** @throws HostError why the work cannot be begun */
  readonly assertPossible: (ask: RunAsk) => Promise<void>;
}

export function createRuns({ context, runRows, rows, errors, workOnRun, assertPossible }: RunsParts): Runs {
  const { db, jobs, locks } = context;
  const queue = jobs.define<RunPayload, void>({
    name: 'watermark_run',
    title: 'Mark, restore or save the pictures of the library',
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
    // Of a host that closes: the job is given back, and goes on elsewhere.
    signal.throwIfAborted();
  }

  async function find(id: number): Promise<StoredRun> {
    const run = await runRows.get(id);
    if (!run) throw runNotFound(id);
    return settled(run);
  }

  /** A run as it stands, with what its job says: a job ends by itself when every process dies of it. */
  async function settled(run: StoredRun): Promise<StoredRun> {
    if (run.worker === null || run.state === 'paused' || !isActive(run)) return run;
    if (run.worker.startsWith(HERE)) {
      // Its process is gone: whoever wants to goes on with it.
      if ((await locks.holder(run.worker)) === null) await runRows.pause(run.id, run.worker);
      return (await runRows.get(run.id)) ?? run;
    }
    const job = await jobs.get(run.worker);
    if (job && ['waiting', 'delayed', 'running'].includes(job.status)) return run;
    if (!job && Date.now() - run.pacedAt.getTime() < UNKNOWN_AFTER) return run;
    // Its row was read before the job: what the job has written of its end meanwhile counts.
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

  /** Adds the job that does it: within the transaction that says so. */
  async function enqueue(id: number): Promise<void> {
    const job = await queue.add({ run: id });
    await runRows.assign(id, job.id);
  }

  async function totalOf({ retryOf }: RunAsk): Promise<number> {
    if (retryOf === undefined) return rows.total();
    await find(retryOf);
    return (await errors.list({ runId: retryOf, page: 1, perPage: 1 })).total;
  }

  /** @param employ says who does it, within the transaction that adds it */
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

  /** Does a run as somebody whose lock tells for how long they live. @param take makes it theirs, and answers its id */
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
