import type { Lease } from '../services/locks/lease.js';
import type { ScheduleDefinition } from '../services/schedule/schedule.js';
import type { Run, RunCounts, RunEnd, RunError } from './run.js';

/** A type of run: long-running work in steps, which survives crashes, restarts and deployments. */
export interface RunDefinition<Input, State> {
  /**
   * Lowercase with underscores, starting with the plugin's prefix: `acme_reindex`. It is also the name of the job and
   * the lock, and stored, so do not change it.
   */
  readonly type: string;
  /** Title of the job shown in lists. */
  readonly title: string;
  /**
   * Does the next part of the work, from `run.state`. It is called until it returns an end. After a crash it is called
   * again with the last saved state, so it must recognize what it has already done.
   */
  step(run: RunningRun<Input, State>): Promise<StepResult<State>>;
  /**
   * Checks whether a run may start and returns its first state and the number of its items. Called when no other run is
   * active.
   */
  prepare?(input: Input): Promise<{ readonly state?: State; readonly total?: number }>;
  /** Called after a run has ended, for example to delete its files. A crash can skip it, so clean up in `schedule`, too. */
  onEnd?(run: Run<Input, State>): Promise<void>;
  /**
   * Maximum attempts of its job, counting those that crashed the process. 0 for runs that are only started with `runNow`.
   * @default 10
   */
  readonly attempts?: number;
  /**
   * Returns the error that ends a run whose step threw, or null to try again later.
   * @default the error itself if it is a HostError with a status below 500
   */
  failure?(error: unknown): RunError | null;
  /** Path of the plugin's own page of a run, below the admin area. The page of all runs links to it. */
  page?(id: number): string;
  /** Starts a run that ended early once more. Without it, the page of all runs does not offer that. */
  retry?(run: Run<Input, State>, userId: number | null): Promise<{ readonly id: number }>;
  /** Errors with codes of the plugin. @default codes `run_missing`, `run_active`, `run_ended` and `run_stopped` */
  readonly errors?: Partial<RunErrors>;
  /**
   * Whether `cancel` ends a running run immediately, or when its step has noticed the signal and returned its last result.
   * @default 'immediately'
   */
  readonly cancel?: 'immediately' | 'when-stopped';
  /** Milliseconds for which ended runs are kept; null for all. @default 90 days */
  readonly retention?: number | null;
  /**
   * Returns the schedule that settles runs of crashed processes and deletes old runs; null for none.
   * @default every hour, with the name of the type and `s`
   */
  schedule?(sweep: (now: Date) => Promise<void>): ScheduleDefinition | null;
  /** Privacy export and erasure; null if runs say nothing about people. @default users who started runs */
  readonly privacy?: RunPrivacy<Input, State> | null;
}

/** Errors of a type of run. */
export interface RunErrors {
  missing(id: number): Error;
  /** @param id of the active run; null if it has ended in the meantime */
  active(id: number | null): Error;
  ended(run: Pick<Run, 'id' | 'status'>): Error;
  /** Error of a run that was interrupted too often. */
  readonly stopped: RunError;
}

/** Personal data in runs. */
export interface RunPrivacy<Input, State> {
  /** Name of the group, starting with the plugin's name: `acme/reindexing`. */
  readonly name: string;
  readonly label: string;
  /** Reason why the records of an erased person stay without the person. */
  readonly reason: string;
  record(run: Run<Input, State>): Record<string, unknown>;
  /** Id of another person in the input. */
  readonly other?: {
    read(input: Input): number | null;
    /** @param userId the user who takes over; null for none */
    replace(input: Input, userId: number | null): Input;
  };
}

/** A run as passed to its step. */
export interface RunningRun<Input, State> extends Run<Input, State> {
  /** Aborted when the job is cancelled, the host closes, or the lock is lost. Stop then by returning or throwing. */
  readonly signal: AbortSignal;
  /** Lock of a run in this process; null in a job. Write through it what must not overlap with the next holder. */
  readonly lease: Lease | null;
  /** Whether the signal was aborted because the run was cancelled. */
  isCancelled(): boolean;
  /** Whether to continue: false once it was paused, cancelled, or taken over by another worker. */
  mayContinue(): Promise<boolean>;
  /** Reports progress within a step. Call it as often as you like: only a few updates per second are stored. */
  progress(processed: number, total: number): void;
  /**
   * Saves a result before the end of the step.
   * @throws HostError 409 `run_lost` if another worker has taken over; nothing is written then
   */
  save(result: StepResult<State>): Promise<Run<Input, State>>;
}

/** Result of a step. It is saved in one transaction, unless another worker has taken over the run. */
export interface StepResult<State> {
  /** New state. @default unchanged */
  readonly state?: State;
  /** Added to the counts of the run. Items in hand are counted even if the run was paused or cancelled. */
  readonly counts?: RunCounts;
  /** Progress in place of the sum of the counts. */
  readonly progress?: { readonly processed: number; readonly total: number };
  /** Ends the run, unless it was paused or cancelled during the step. */
  readonly end?: RunEnd;
  /** Pauses the run, with `error` as the reason. */
  readonly pause?: boolean;
  readonly error?: RunError;
  /** Called in the transaction that saves the result, with the run as saved: for announcements and own rows. */
  inTransaction?(run: Run<unknown, State>): Promise<void>;
}
