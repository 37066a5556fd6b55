import type { PluginContext } from '../../../index.js';
import type { Runs as CoreRuns, RunNowOptions } from '../../../runs.js';
import type { ErrorLog, LoggedError } from '../error-log.js';
import { runActive, runEnded, runNotFound } from '../errors.js';
import type { LibraryRows } from '../work/library-rows.js';
import { type Run, type RunAsk, type RunInput, type RunPosition, toRun } from './run.js';
import type { RunStep } from './step.js';

type StoredRuns = CoreRuns<RunInput, RunPosition, Run>;

/**
 * Runs over the whole library, one at a time. A job does the work; administrators can follow and control it. Errors
 * have the codes `vendor_watermark_run_not_found`, `vendor_watermark_run_active` and `vendor_watermark_run_ended`.
 */
export interface Runs extends Pick<StoredRuns, 'active' | 'cancel' | 'get' | 'pause' | 'resume' | 'resumeNow'> {
  /**
   * Starts a run in a job.
   * @throws HostError 404 `vendor_watermark_run_not_found` for `retryOf`, 409 `vendor_watermark_run_active`,
   *   `vendor_watermark_not_configured`, 507 `vendor_watermark_insufficient_storage`
   */
  start(ask: RunAsk): Promise<Run>;
  /** Starts a run in this process instead of a job and waits until it ends or pauses. @throws like `start` */
  runNow(ask: RunAsk, options?: RunNowOptions<RunInput, RunPosition, Run>): Promise<Run>;
  /** Returns runs, newest first. */
  latest(count: number): Promise<readonly Run[]>;
  /** Returns the failures of a run, newest first. @throws HostError 404 `vendor_watermark_run_not_found` */
  failures(
    id: number,
    page: { readonly page: number; readonly perPage: number },
  ): Promise<{ readonly rows: readonly LoggedError[]; readonly total: number }>;
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
  const runs: StoredRuns = define<RunInput, RunPosition, Run>(
    {
      type: 'watermark_run',
      title: 'Mark, restore or back up images of the library',
      step,
      async prepare(input) {
        await assertPossible(input);
        return { state: { lastId: 0, postponed: [] }, total: await totalOf(input) };
      },
      page: (id) => `/watermark/activity/${id}`,
      retry: ({ id, input: { work } }, userId) => runs.start(inputOf({ work, retryOf: id }), { userId }),
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
    },
    toRun,
  );

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

  return {
    ...runs,
    start: (ask) => runs.start(inputOf(ask), { userId: ask.userId ?? null }),
    runNow: (ask, options) => runs.runNow(inputOf(ask), { ...options, userId: ask.userId ?? null }),
    latest: async (count) => (await runs.list({ limit: count })).runs,
    async failures(id, page) {
      await runs.get(id);
      const { entries, total } = await errors.list({ ...page, runId: id });
      return { rows: entries, total };
    },
  };
}
