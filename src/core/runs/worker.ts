import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { Lease } from '../services/locks/lease.js';
import type { RunDefinition, RunErrors, RunningRun, StepResult } from './definition.js';
import type { Run, RunError } from './run.js';
import type { RunRows, StoredRun } from './run-rows.js';

/** Worker that has been assigned to a run. */
export interface Working<Input, State> {
  readonly name: string;
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly lease: Lease | null;
  /** Replaces the step of the definition. */
  readonly step?: ((run: RunningRun<Input, State>) => Promise<StepResult<State>>) | undefined;
  /** Called after each step, and when a step reports progress. */
  onProgress(run: Run<Input, State>): void;
}

export interface WorkParts<Input, State> {
  readonly db: Pick<Database, 'transaction'>;
  readonly rows: RunRows<Input, State>;
  readonly definition: RunDefinition<Input, State>;
  readonly errors: RunErrors;
  readonly attempts: number;
}

/**
 * Continues a run from its saved state until it has ended, was paused, or belongs to another worker.
 * @throws errors of its steps that do not end it, and the reason of an abort
 */
export type WorkOnRun<Input, State> = (id: number, working: Working<Input, State>) => Promise<void>;

/** Creates the loop over the steps of a run. The fence of the run keeps workers that were replaced from writing. */
export function createWorkOnRun<Input, State>(parts: WorkParts<Input, State>): WorkOnRun<Input, State> {
  const { db, rows, definition, errors, attempts } = parts;
  const failure = definition.failure ?? refusalOf;

  /** Atomic: a crash here leaves the state and what belongs to it either saved or not. */
  function save(run: StoredRun, lease: Lease | null, result: StepResult<State>) {
    const transaction = lease?.transaction ?? db.transaction;
    return transaction(async () => {
      const saved = await rows.save(run.id, run.fence, result);
      if (saved) await result.inTransaction?.(saved);
      return saved;
    });
  }

  return async (id, working) => {
    const { name: worker, attempt, signal, lease, step = definition.step, onProgress } = working;
    let run = await rows.begin(id, worker, attempt);
    let progress: { processed: number; total: number } | undefined;
    try {
      while (run?.status === 'running') {
        const current: StoredRun<Input, State> = run;
        onProgress(current);
        if (signal.aborted) break;
        progress = undefined;
        const result = await step({
          ...current,
          signal,
          lease,
          isCancelled: () => isCancelled(signal),
          mayContinue: async () => !signal.aborted && (await rows.isRunning(id, current.fence)),
          progress(processed, total) {
            progress = { processed, total };
            onProgress({ ...current, ...progress });
          },
          async save(saved) {
            const now = await save(current, lease, saved);
            if (!now) throw lost(id);
            onProgress(now);
            return now;
          },
        });
        run = await save(current, lease, progress ? { progress, ...result } : result);
      }
      if (run) onProgress(run);
    } catch (error) {
      if (error instanceof HostError && error.code === 'run_lost') return;
      if (isCancelled(signal)) await rows.end(id, 'cancelled', { worker });
      else if (!signal.aborted) {
        const cause = failure(error);
        const reason = cause ?? (attempts > 0 && attempt >= attempts ? errors.stopped : null);
        if (reason) await rows.end(id, 'failed', { worker, error: reason, ...(progress && { progress }) });
        if (cause) return;
      }
      throw error;
    }
    if (isCancelled(signal)) await rows.end(id, 'cancelled', { worker });
  };
}

/** Errors of the input are the same in every attempt. */
function refusalOf(error: unknown): RunError | null {
  if (!(error instanceof HostError) || error.status >= 500 || error.code === 'lock_lost') return null;
  return { code: error.code, message: error.message };
}

function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof HostError && reason.code === 'job_cancelled';
}

function lost(id: number): HostError {
  const message = `Another worker has taken over run ${id}. Nothing was written.`;
  return new HostError('run_lost', message, { status: 409, run: id });
}
