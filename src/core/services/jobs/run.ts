import type { Logger } from 'pino';
import { detached } from '../../../hooks/async-context.js';
import { HostError } from '../../errors.js';
import type { DefinedJob } from './definitions.js';
import type { JobProgress } from './jobs.js';

/** Reason to stop a run: it was cancelled, the host closes, or another worker has taken it over. */
export type StopReason = 'cancelled' | 'closing' | 'lost';

export type Outcome =
  | { readonly kind: 'completed'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Execution of a job's handler. */
export interface Run {
  readonly id: string;
  readonly attempt: number;
  /** Aborts the handler's signal. The first reason is kept, except that `lost` always overrides it. */
  stop(reason: StopReason): void;
  stopped(): StopReason | null;
  /** Result of the handler; never rejects. Resolves after the last progress update is stored. */
  readonly outcome: Promise<Outcome>;
}

export interface RunOptions {
  readonly definition: DefinedJob;
  readonly id: string;
  readonly attempt: number;
  readonly payload: unknown;
  /** Milliseconds between two stored progress updates. */
  readonly interval: number;
  store(progress: JobProgress): Promise<void>;
  readonly log: Logger;
}

/** Calls the handler of a job. */
export function startRun({ definition, id, attempt, payload, interval, store, log }: RunOptions): Run {
  const controller = new AbortController();
  let stopped: StopReason | null = null;
  const progress = createProgress(interval, async (value) => {
    if (stopped === 'lost') return;
    await store(value).catch((error: unknown) => log.warn({ err: error, job: id }, 'Progress could not be stored'));
  });

  async function execute(): Promise<Outcome> {
    try {
      const running = { id, attempt, payload, signal: controller.signal, progress: progress.report };
      return { kind: 'completed', result: await detached(() => definition.run(running)) };
    } catch (error) {
      return { kind: 'failed', error };
    } finally {
      await progress.flush();
    }
  }

  return {
    id,
    attempt,
    stop(reason) {
      if (stopped === null || reason === 'lost') stopped = reason;
      controller.abort(REASONS[reason](id));
    },
    stopped: () => stopped,
    outcome: execute(),
  };
}

const REASONS: Readonly<Record<StopReason, (id: string) => HostError>> = {
  cancelled: (id) => new HostError('job_cancelled', `The job "${id}" was cancelled.`, { status: 409 }),
  closing: (id) =>
    new HostError('job_interrupted', `The host is closing; the job "${id}" runs again.`, { status: 503 }),
  lost: (id) =>
    new HostError('job_lost', `Another worker took over the job "${id}". The results of this run are not recorded.`, {
      status: 409,
    }),
};

/** Stores the latest progress, at most once per interval and never concurrently. */
function createProgress(interval: number, store: (progress: JobProgress) => Promise<void>) {
  let latest: JobProgress | null = null;
  let storing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  function write(): void {
    timer = undefined;
    storing = storing.then(async () => {
      const value = latest;
      latest = null;
      if (value) await store(value);
    });
  }

  return {
    report(done: number, total: number): void {
      if (!(Number.isSafeInteger(done) && Number.isSafeInteger(total) && done >= 0 && total >= 0)) {
        throw new HostError('job_progress_invalid', 'Progress must be two whole numbers: completed and total steps.');
      }
      if (isOver) return;
      latest = { done, total };
      timer ??= setTimeout(write, interval).unref();
    },
    async flush(): Promise<void> {
      isOver = true;
      clearTimeout(timer);
      write();
      await storing;
    },
  };
}
