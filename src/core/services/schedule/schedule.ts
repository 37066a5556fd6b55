import type { JobQueue, RunningJob } from '../jobs/jobs.js';

/** Arguments of a scheduled run. */
export interface ScheduledRun extends Pick<RunningJob<unknown>, 'id' | 'attempt' | 'signal' | 'progress'> {
  /** Scheduled time; the run itself may start later. */
  readonly slot: Date;
}

interface Timing {
  /**
   * Lowercase with underscores, starting with the plugin's prefix: `acme_close_orders`. It is stored, so do not
   * change it.
   */
  readonly name: string;
  /** Title shown in lists. @default the name */
  readonly title?: string;
  /** IANA time zone for `cron`. @default that of the site */
  readonly timezone?: string;
  /**
   * Whether a time missed while no process ran is made up for at the next start: once, no matter how many were
   * missed.
   * @default true
   */
  readonly catchUp?: boolean;
  /** Whether a run may start before the previous one has ended; if not, its time is skipped. @default true */
  readonly overlap?: boolean;
}

/** Times of a schedule: a cron pattern, or an interval in milliseconds since 1970, at least 1 000. */
type ScheduleTimes =
  | {
      /**
       * Cron pattern `minute hour day month weekday`, or with leading seconds if there are six fields: `30 3 * * 1`
       * is Mondays at 3:30. For a configurable pattern, pass a function. It is called on every check, so a change
       * takes effect within half a minute, and an empty pattern disables the schedule. Validate it with `cronFault`
       * before saving it.
       */
      readonly cron: string | (() => Promise<string>);
      readonly every?: never;
    }
  | { readonly every: number; readonly cron?: never };

/** Work of a schedule: a handler, which becomes a job with the schedule's name, or an existing job. */
type What =
  | {
      run(run: ScheduledRun): Promise<unknown>;
      readonly job?: never;
      /** Same as in a job definition. */
      readonly attempts?: number;
      readonly backoff?: number;
    }
  | { readonly job: ScheduledJob; readonly run?: never };

/** Job to add at every time of a schedule. */
export interface ScheduledJob {
  add(slot: Date, options: { readonly key?: string }): Promise<unknown>;
}

/** A schedule: when it runs, and the work or job that it starts. */
export type ScheduleDefinition = Timing & ScheduleTimes & What;

/** Adds the same payload to a queue at every scheduled time: `job: scheduled(queue, payload)`. */
export function scheduled<Payload>(queue: JobQueue<Payload>, payload: Payload): ScheduledJob {
  return { add: (_slot, options) => queue.add(payload, options) };
}

/** Schedule as shown to operators. */
export interface ScheduleState {
  readonly name: string;
  readonly title: string;
  readonly owner: string;
  /** Cron pattern, or the interval in milliseconds; empty if disabled. */
  readonly when: string;
  readonly timezone: string;
  /** Null if there is no next time. */
  readonly nextAt: Date | null;
  /** Last time that was started, or the time from which it counts; null until a process has checked it. */
  readonly lastAt: Date | null;
}

/**
 * Schedules for recurring work. Every time is started exactly once, no matter which processes run: its claim and its
 * job are written in one transaction, and the clock is the database's. The job is retried, listed and cancelled like
 * others.
 */
export interface Schedules {
  /** @throws HostError `schedule_invalid`, `schedule_defined_twice`; those of a job's definition */
  add(definition: ScheduleDefinition, owner: string): void;
  list(): Promise<readonly ScheduleState[]>;
  /** Returns the names of an owner's schedules. */
  names(owner: string): readonly string[];
  /** Deletes the stored times of schedules that no longer exist. */
  forget(names: readonly string[]): Promise<void>;
  /**
   * Starts a run now, in addition to the scheduled times, as a regular job.
   * @param slot time the run is for; now by default
   * @throws HostError 404 `schedule_missing`
   */
  begin(name: string, slot?: Date): Promise<void>;
  /** Starts checking for due schedules in this process. */
  start(): void;
  stop(): Promise<void>;
  removeOwner(owner: string): void;
}
