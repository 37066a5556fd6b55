/** Job status. Failed and cancelled jobs can be retried; ended jobs are kept for a while. */
export type JobStatus = 'waiting' | 'delayed' | 'running' | 'completed' | 'failed' | 'cancelled';

export const JOB_STATUSES: readonly JobStatus[] = [
  'waiting',
  'delayed',
  'running',
  'completed',
  'failed',
  'cancelled',
] as const;

/** Job as returned by queries. */
export interface Job {
  readonly id: string;
  /** Name of its definition. */
  readonly name: string;
  readonly status: JobStatus;
  readonly payload: unknown;
  /** Return value of the handler; null until then. */
  readonly result: unknown;
  /** Steps done and total; null until the handler reports progress. */
  readonly progress: JobProgress | null;
  /** Number of runs. A run given back because its host closed does not count. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Message of the last failure. */
  readonly error: string | null;
  /** Deduplication key: no second job with this name and key is added while one waits or runs. */
  readonly key: string | null;
  readonly createdAt: Date;
  /** Earliest time of the next run; null once it has ended. */
  readonly dueAt: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Progress of a job, in units of its choice. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

/** Job as passed to its handler. It may run more than once, so the handler must be idempotent. */
export interface RunningJob<Payload> {
  readonly id: string;
  readonly payload: Payload;
  /** Run number, starting at 1. */
  readonly attempt: number;
  /**
   * Aborted when the job is cancelled, the host closes or the lease is lost. The reason is a HostError
   * `job_cancelled`, `job_interrupted` or `job_lost`. Stop then by throwing any error.
   */
  readonly signal: AbortSignal;
  /**
   * Reports progress. Call it as often as you like: only a few updates per second are stored, and always the last
   * one.
   */
  progress(done: number, total: number): void;
}

/** A type of job. */
export interface JobDefinition<Payload, Result> {
  /**
   * Lowercase with underscores, starting with the plugin's prefix: `acme_resize`. It is stored, so do not change it.
   */
  readonly name: string;
  /** Title shown in lists. @default the name */
  readonly title?: string;
  /** Maximum number of runs, including the first. @default 5 */
  readonly attempts?: number;
  /**
   * Maximum delay before the second run, in milliseconds. Doubles with each further run up to an hour, with jitter.
   * @default 1_000
   */
  readonly backoff?: number;
  /** Maximum number of jobs of this name that a process runs concurrently. @default 1 */
  readonly concurrency?: number;
  run(job: RunningJob<Payload>): Promise<Result>;
}

/** Options of {@link JobQueue.add}. */
export interface AddOptions {
  /** Deduplication key of at most 191 characters, see {@link Job.key}. */
  readonly key?: string;
  /** Minimum delay before the first run, in milliseconds. */
  readonly delay?: number;
}

/** Job definition as returned to its owner. */
export interface JobQueue<Payload> {
  readonly name: string;
  /**
   * Adds a job, as part of the running transaction if there is one. If a job with the same key waits or runs, returns
   * it.
   * @param payload JSON value of at most 64 KiB
   * @throws HostError `job_payload_invalid`, `job_payload_too_large`, `job_options_invalid` for a wrong key or delay
   */
  add(payload: Payload, options?: AddOptions): Promise<Job>;
}

/** Filter and page of a list of jobs. */
export interface JobFilter {
  readonly status?: JobStatus;
  /** Text contained in the name. */
  readonly name?: string;
  /** Page number, and jobs per page. @default 1 and 20 */
  readonly page?: number;
  readonly perPage?: number;
}

/** Job defined in this process. */
export interface JobType {
  readonly name: string;
  readonly title: string;
  readonly owner: string;
}

/** Running workers of this process. */
export interface Working {
  /** Tells running jobs to stop, waits for them, and gives back those that do not end in time. */
  stop(): Promise<void>;
}

/** Background jobs. They run later, in any process of the site, at least once: if a worker dies, its jobs run again. */
export interface Jobs {
  /** @throws HostError `job_invalid`, `job_defined_twice` */
  define<Payload, Result>(definition: JobDefinition<Payload, Result>, owner: string): JobQueue<Payload>;
  /** Returns the jobs defined in this process. */
  defined(): readonly JobType[];
  get(id: string): Promise<Job | null>;
  /** Lists jobs by their last status change (ended, started, added), newest first. */
  list(filter?: JobFilter): Promise<{ readonly jobs: readonly Job[]; readonly total: number }>;
  /**
   * Runs a failed or cancelled job again, with all its attempts.
   * @throws HostError `job_missing`, `job_not_ended`, or `job_key_taken` if another job with its key waits or runs
   */
  retry(id: string): Promise<Job>;
  /**
   * Cancels a waiting job. A running one is asked to stop, in any process, and is cancelled when it has stopped.
   * @throws HostError `job_missing`, `job_ended`
   */
  cancel(id: string): Promise<Job>;
  /** Starts the workers of this process. Calling it again has no effect. */
  work(): Working;
  /** Ends the running jobs of a plugin like {@link Working.stop}. Waiting jobs stay until it is active again. */
  removeOwner(owner: string): Promise<void>;
}

/** Jobs API for the host. */
export interface JobsService extends Jobs {
  /**
   * Deletes all jobs of these names, whatever their status. Call it when no worker handles them.
   * @throws HostError `jobs_unavailable`
   */
  forget(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
