import { addDays } from '../../../calendar.js';
import type { PluginContext } from '../../../index.js';
import type { Run, RunningRun, StepResult } from '../../../runs.js';
import type { Lease } from '../../../services.js';
import type { Outbox } from '../../../webhooks.js';
import { BANK_LOCK } from '../bank-lock.js';
import type { WantedRun } from '../hooks/runs.js';
import { NO_TOTALS, type RunRecord, type RunStatus } from './run.js';

/** Input of a run as stored. */
export interface RunInput extends Pick<WantedRun, 'isDryRun' | 'isForced' | 'trigger'> {
  /** Name of the only source to fetch. */
  readonly source?: string | undefined;
  /** Warnings added to the run. */
  readonly warnings?: readonly { readonly code: string; readonly message: string }[] | undefined;
}

export type RunState = Pick<RunRecord, 'errors' | 'sources' | 'totals'>;

/** Does the work of a run, under the lock that it passes. */
export type RunWork = (run: RunningRun<RunInput, RunState>, lease: Lease) => Promise<StepResult<RunState>>;

/** Filters of the history. */
export interface RunFilters {
  readonly status?: RunStatus | undefined;
  /** Name of a source that was fetched. */
  readonly source?: string | undefined;
  /** `YYYY-MM-DD` in UTC: started on or after that day. */
  readonly from?: string | undefined;
  /** Started on or before that day. */
  readonly to?: string | undefined;
}

/** Runs and their history. */
export interface Runs {
  /**
   * Does a run while the caller holds the lock.
   * @param wanted.signal ends the run between two chunks
   * @throws HostError 409 `lock_lost` if the lease was lost; errors of the work
   */
  run(
    lease: Lease,
    options: RunInput & { startedBy: number | null; signal?: AbortSignal | undefined },
  ): Promise<RunRecord>;
  /** Returns the start of the last run other than dry runs; null for none. */
  lastStart(): Promise<Date | null>;
  /** Returns the run in progress. */
  running(): Promise<RunRecord | null>;
  get(id: number): Promise<RunRecord | null>;
  /**
   * Lists runs, newest first.
   * @param wanted.offset number of runs to skip
   */
  list(filters: RunFilters & { readonly limit: number; readonly offset: number }): Promise<{
    readonly runs: readonly RunRecord[];
    readonly total: number;
  }>;
}

export function createRuns(
  { define }: PluginContext['runs'],
  { outbox, work }: { readonly outbox: Pick<Outbox, 'announce'>; readonly work: RunWork },
): Runs {
  const runs = define<RunInput, RunState, RunRecord>(
    {
      type: BANK_LOCK,
      title: 'Bank transactions: fetch, import and match',
      // Runs are done by their callers, under the lock of everything that writes.
      attempts: 0,
      page: (id) => `/bank/runs/${id}`,
      prepare: async () => ({ state: { totals: NO_TOTALS, sources: [], errors: [] } }),
      async step(run) {
        if (!run.lease) throw new Error('A run needs the lock.');
        return work(run, { ...run.lease, signal: run.signal });
      },
      // The caller gets the error, and a later run tries again.
      failure: () => null,
      retention: null,
      schedule: () => null,
      privacy: null,
    },
    recordOf,
  );

  return {
    run(lease, { startedBy, signal, ...input }) {
      const onStart = (run: RunRecord) => outbox.announce('vendor_bank_run_started', run);
      return runs.runNow(input, { lease, signal, userId: startedBy, onStart });
    },
    async lastStart() {
      for await (const { input, createdAt } of runs.each(5)) if (!input.isDryRun) return createdAt;
      return null;
    },
    running: runs.active,
    get: runs.find,
    list: ({ status, source, from, to, ...page }) =>
      runs.list({
        ...page,
        from,
        status: status && STORED[status],
        before: to === undefined ? undefined : addDays(to, 1),
        // Source names contain no characters that JSON escapes.
        stateContains: source === undefined ? undefined : `"id":"${source}"`,
      }),
  };
}

type StoredRun = Run<RunInput, RunState>;

const STORED = { aborted: 'interrupted', failed: 'failed', finished: 'completed', running: 'running' } as const;
const STATUS_OF_STORED = {
  queued: 'running',
  running: 'running',
  paused: 'running',
  completed: 'finished',
  failed: 'failed',
  cancelled: 'aborted',
  interrupted: 'aborted',
} as const;

/** Converts a run to the form of REST and actions. */
export function recordOf({ id, status, userId, input, state, createdAt, endedAt }: StoredRun): RunRecord {
  return {
    run_id: id,
    status: STATUS_OF_STORED[status],
    trigger: input.trigger,
    started_by: userId,
    started_at: createdAt.toISOString(),
    finished_at: endedAt?.toISOString() ?? null,
    duration_ms: endedAt && Math.max(0, endedAt.getTime() - createdAt.getTime()),
    forced: input.isForced,
    dry_run: input.isDryRun,
    totals: { ...NO_TOTALS, ...state.totals },
    sources: state.sources,
    errors: state.errors,
  };
}
