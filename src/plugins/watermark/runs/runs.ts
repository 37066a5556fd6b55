import type { PluginContext } from '../../../index.js';
import type { ErrorLog, LoggedError } from '../error-log.js';
import { runActive, runEnded, runNotFound } from '../errors.js';
import type { LibraryRows } from '../work/library-rows.js';
import { type Run, type RunAsk, type RunInput, type RunPosition, type StoredRun, toRun } from './run.js';
import type { RunStep } from './step.js';

/** Runs over the whole library, one at a time. A job does the work; administrators can follow and control it. */
export interface Runs {
  /**
   * Starts a run in a job.
   * @throws HostError 404 `vendor_watermark_run_not_found` for `retryOf`, 409 `vendor_watermark_run_active`,
   *   `vendor_watermark_not_configured`, 507 `vendor_watermark_insufficient_storage`
   */
  start(ask: RunAsk): Promise<Run>;
  /** Starts a run in this process instead of a job and waits until it ends or pauses. @throws like `start` */
  runNow(ask: RunAsk, watch: Watch): Promise<Run>;
  /**
   * Resumes a paused run in this process.
   * @throws HostError 404 `vendor_watermark_run_not_found`, 409 `vendor_watermark_run_ended`,
   *   `vendor_watermark_run_active` if it is not paused
   */
  resumeNow(id: number, watch: Watch): Promise<Run>;
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
}

/** Options to follow a run. */
export interface Watch {
  /** Pauses the run when aborted. */
  readonly signal: AbortSignal;
  onProgress(run: Run): void;
}

const HOUR = 60 * 60 * 1000;

const STOPPED = {
  code: 'vendor_watermark_run_stopped',
  message:
    'The run was interrupted too often. Completed images stay. The log has the reason. Start another run to continue.',
} as const;

export interface RunsParts {
  readonly runs: PluginContext['runs'];
  readonly rows: Pick<LibraryRows, 'total'>;
  readonly errors: ErrorLog;
  readonly step: RunStep;
  /** @throws HostError if the work cannot start */
  readonly assertPossible: (input: RunInput) => Promise<void>;
}

export function createRuns({ runs: { define }, rows, errors, step, assertPossible }: RunsParts): Runs {
  const runs = define<RunInput, RunPosition>({
    type: 'watermark_run',
    title: 'Mark, restore or back up images of the library',
    step,
    async prepare(input) {
      await assertPossible(input);
      return { state: { lastId: 0, postponed: [] }, total: await totalOf(input) };
    },
    // Any error may be gone in the next attempt: images that fail do not end a run.
    failure: () => null,
    errors: {
      missing: runNotFound,
      active: runActive,
      ended: ({ id, status }) => runEnded(id, status),
      stopped: STOPPED,
    },
    schedule: (sweep) => ({
      name: 'watermark_runs',
      title: 'Detect watermark runs whose processes died, and delete old runs',
      every: HOUR,
      run: ({ slot }) => sweep(slot),
    }),
    privacy: {
      name: 'watermark/runs',
      label: 'Watermark runs',
      reason: 'The record of changed images stays for ninety days. The person is removed.',
      record: ({ id, status, input, total, createdAt }) => ({
        id,
        work: input.work,
        state: status,
        total,
        created_at: createdAt.toISOString(),
      }),
    },
  });

  async function totalOf({ retryOf }: RunInput): Promise<number> {
    if (retryOf === null) return rows.total();
    await runs.get(retryOf);
    return (await errors.list({ runId: retryOf, page: 1, perPage: 1 })).total;
  }

  const inputOf = ({ work, force = false, retryOf }: RunAsk): RunInput => ({
    work,
    forced: force,
    retryOf: retryOf ?? null,
  });
  const startOf = ({ userId = null }: RunAsk) => ({ userId });
  const watchOf = ({ signal, onProgress }: Watch) => ({
    signal,
    onProgress: (run: StoredRun) => onProgress(toRun(run)),
  });

  return {
    start: async (ask) => toRun(await runs.start(inputOf(ask), startOf(ask))),
    runNow: async (ask, watch) => toRun(await runs.runNow(inputOf(ask), { ...startOf(ask), ...watchOf(watch) })),
    resumeNow: async (id, watch) => toRun(await runs.resumeNow(id, watchOf(watch))),
    get: async (id) => toRun(await runs.get(id)),
    async active() {
      const run = await runs.active();
      return run && toRun(run);
    },
    latest: async (count) => (await runs.list({ limit: count })).runs.map(toRun),
    pause: async (id) => toRun(await runs.pause(id)),
    resume: async (id) => toRun(await runs.resume(id)),
    cancel: async (id) => toRun(await runs.cancel(id)),
    async failures(id, page) {
      await runs.get(id);
      const { entries, total } = await errors.list({ ...page, runId: id });
      return { rows: entries, total };
    },
  };
}
