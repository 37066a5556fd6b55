/** Statuses of a run. The first three are active: at most one run of a type has one of them. */
export const RUN_STATUSES = ['queued', 'running', 'paused', 'completed', 'failed', 'cancelled', 'interrupted'] as const;

/** Status of a run. `interrupted`: its process stopped or crashed, and nothing continues it. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Status of a run that has ended. */
export type RunEnd = Exclude<RunStatus, 'paused' | 'queued' | 'running'>;

/** Reason for a failure or an automatic pause, with a message for users and a code for programs. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  /** JSON value for programs. */
  readonly details?: unknown;
}

/** Numbers of processed items by outcome, named by the plugin. */
export type RunCounts = Readonly<Record<string, number>>;

/** Long-running work of a plugin. */
export interface Run<Input = unknown, State = unknown> {
  /** Unique within its type, ascending, and never reused. */
  readonly id: number;
  readonly status: RunStatus;
  /** User who started it; null for none, and for a deleted user. */
  readonly userId: number | null;
  /** JSON value that it was started with. */
  readonly input: Input;
  /** JSON value as of its last saved step: the position, results, whatever its steps need. */
  readonly state: State;
  readonly counts: RunCounts;
  /** Number of finished items: the sum of the counts, unless a step reports its own progress. */
  readonly processed: number;
  /** Number of all items: an estimate until it is completed, 0 while unknown. */
  readonly total: number;
  readonly error: RunError | null;
  /** Attempts of its job. More than one after a crash or an outage. */
  readonly attempts: number;
  /** Estimate from the speed since it was started or resumed; null while unknown. */
  readonly secondsLeft: number | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Kinds of admin badges by status. */
export const RUN_BADGES = {
  queued: 'neutral',
  running: 'warning',
  paused: 'neutral',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  interrupted: 'bad',
} as const satisfies Record<RunStatus, string>;

/** Whether a run has not ended. A paused run is active, too. */
export function isRunActive({ status }: Pick<Run, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'paused';
}

/** Returns the percentage of a run, rounded down. 100 is reported only when it is completed. */
export function percentOfRun({ status, processed, total }: Pick<Run, 'processed' | 'status' | 'total'>): number {
  if (status === 'completed') return 100;
  return total === 0 ? 0 : Math.min(99, Math.floor((processed / total) * 100));
}
