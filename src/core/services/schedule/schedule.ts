import type { JobQueue, RunningJob } from '../jobs/jobs.js';

/** What a run of a schedule is given. */
export interface ScheduledRun extends Pick<RunningJob<unknown>, 'id' | 'attempt' | 'signal' | 'progress'> {
  /** The time that it is for; the run itself may be later. */
  readonly slot: Date;
}

interface Timing {
  /** Lower case with underscores, beginning with the plugin's prefix: `acme_close_orders`. It is stored; keep it. */
  readonly name: string;
  /** What people read in lists. */
  readonly title?: string;
  /** IANA name for `cron`; default the site's. */
  readonly timezone?: string;
  /**
   * Whether a time that came while no process ran is made up for at the next start: once, however many were missed.
   * Default true.
   */
  readonly catchUp?: boolean;
  /** Whether a run may begin while the one before is not done; default true. If not, its time is left out. */
  readonly overlap?: boolean;
}

/** When: by the clock on the wall, or every so many milliseconds since 1970, 1 000 at least. */
type When =
  | {
      /**
       * `minute hour day month weekday`, with seconds in front if there are six: `30 3 * * 1` is Mondays at 3:30. One that
       * people set is asked for whenever the clock is looked at: another one counts within half a minute, and an empty
       * one is never. Check it with `cronFault` before it is saved.
       */
      readonly cron: string | (() => Promise<string>);
      readonly every?: never;
    }
  | { readonly every: number; readonly cron?: never };

/** What: a handler, which becomes a job of the schedule's name, or a job that is defined already. */
type What =
  | {
      run(run: ScheduledRun): Promise<unknown>;
      readonly job?: never;
      /** As of a job. */
      readonly attempts?: number;
      readonly backoff?: number;
    }
  | { readonly job: ScheduledJob; readonly run?: never };

/** A job to be added at every time of a schedule. */
export interface ScheduledJob {
  add(slot: Date, options: { readonly key?: string }): Promise<unknown>;
}

export type ScheduleDefinition = Timing & When & What;

/** Adds the same payload to a queue at every time: `job: scheduled(queue, payload)`. */
export function scheduled<Payload>(queue: JobQueue<Payload>, payload: Payload): ScheduledJob {
  return { add: (_slot, options) => queue.add(payload, options) };
}

/** A schedule as people look at it. */
export interface ScheduleState {
  readonly name: string;
  readonly title: string;
  readonly owner: string;
  /** The pattern, or the interval in milliseconds; empty for one that is switched off. */
  readonly when: string;
  readonly timezone: string;
  /** null when it never comes again. */
  readonly nextAt: Date | null;
  /** The last time that was begun, or from which on it counts; null while no process has worked since it is known. */
  readonly lastAt: Date | null;
}

/**
 * What is done at certain times. Every time is begun once, whichever processes run: the claim of it and the job that
 * does it are one transaction, and the clock is the database's. The job is retried, seen and cancelled like others.
 */
export interface Schedules {
  /** @throws HostError `schedule_invalid`, `schedule_defined_twice`; those of a job's definition */
  add(definition: ScheduleDefinition, owner: string): void;
  list(): Promise<readonly ScheduleState[]>;
  /** Those of one owner. */
  names(owner: string): readonly string[];
  /** Forgets when these were begun last; they are of nobody any more. */
  forget(names: readonly string[]): Promise<void>;
  /**
   * Begins a run now, besides the times of the schedule; it is a job like others.
   * @param slot the time that it is said to be for; default now
   * @throws HostError 404 `schedule_missing`
   */
  begin(name: string, slot?: Date): Promise<void>;
  /** Begins to watch the clock, here. */
  start(): void;
  stop(): Promise<void>;
  removeOwner(owner: string): void;
}
