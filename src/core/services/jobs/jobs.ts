/** Where a job stands. A failed one can be tried again by hand; completed and cancelled ones are kept for a while. */
export type JobStatus = 'waiting' | 'delayed' | 'running' | 'completed' | 'failed' | 'cancelled';

export const JOB_STATUSES: readonly JobStatus[] = [
  'waiting',
  'delayed',
  'running',
  'completed',
  'failed',
  'cancelled',
] as const;

/** A job as people look at it. */
export interface Job {
  readonly id: string;
  /** Which work it is: the name it was defined under. */
  readonly name: string;
  readonly status: JobStatus;
  readonly payload: unknown;
  /** What the handler answered; null before. */
  readonly result: unknown;
  /** Steps done and steps in all; null while the handler has not said. */
  readonly progress: JobProgress | null;
  /** Runs begun; one that was given back because its host closed does not count. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** The message of the last failure. */
  readonly error: string | null;
  /** Names what it is about: while a job of this name with this key waits or runs, no second one is added. */
  readonly key: string | null;
  readonly createdAt: Date;
  /** When it may run (again); null once it has ended. */
  readonly dueAt: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

/** A job in the hands of its handler. It may run more than once: do what was done before again without harm. */
export interface RunningJob<Payload> {
  readonly id: string;
  readonly payload: Payload;
  /** 1 for the first run. */
  readonly attempt: number;
  /**
   * Aborted when the job is cancelled, when the host closes and when the lease on it is lost; the reason is a HostError
   * `job_cancelled`, `job_interrupted` or `job_lost`. Stop then, by throwing what you like.
   */
  readonly signal: AbortSignal;
  /** Says how far it is. Can be called as often as there are steps: a few a second are stored, and the last always. */
  progress(done: number, total: number): void;
}

export interface JobDefinition<Payload, Result> {
  /** Lower case with underscores, beginning with the plugin's prefix: `acme_resize`. It is stored; keep it. */
  readonly name: string;
  /** What people read in lists. */
  readonly title?: string;
  /** Runs at most, the first included; default 5. */
  readonly attempts?: number;
  /** Milliseconds before the second run; doubles with every further one up to an hour, with jitter. Default 1 000. */
  readonly backoff?: number;
  /** How many of this name a process runs at once; default 1. */
  readonly concurrency?: number;
  run(job: RunningJob<Payload>): Promise<Result>;
}

export interface AddOptions {
  /** See {@link Job.key}; 191 characters at most. */
  readonly key?: string;
  /** Milliseconds before it may run. */
  readonly delay?: number;
}

/** A kind of work, in the hands of who defined it. */
export interface JobQueue<Payload> {
  readonly name: string;
  /**
   * Adds a job, inside a transaction as part of it. The same key again answers the job that waits or runs already.
   * @param payload what JSON can say, 64 KiB at most
   * @throws HostError `job_payload_invalid`, `job_payload_too_large`, `job_invalid` for a wrong key or delay
   */
  add(payload: Payload, options?: AddOptions): Promise<Job>;
}

export interface JobFilter {
  readonly status?: JobStatus;
  /** What the name contains. */
  readonly name?: string;
  /** Default 1 and 20. */
  readonly page?: number;
  readonly perPage?: number;
}

/** A kind of work that this process knows. */
export interface KnownJob {
  readonly name: string;
  readonly title: string;
  readonly owner: string;
}

/** Workers of this process. */
export interface Working {
  /** Tells the running jobs to stop, waits for them, and gives back what has not ended in time. */
  stop(): Promise<void>;
}

/** Work that is done later, by any process of the site, at least once, and again when a worker dies in the middle. */
export interface Jobs {
  /** @throws HostError `job_invalid`, `job_defined_twice` */
  define<Payload, Result>(definition: JobDefinition<Payload, Result>, owner: string): JobQueue<Payload>;
  /** What was defined here. */
  defined(): readonly KnownJob[];
  get(id: string): Promise<Job | null>;
  /** The last to come into its status first: what ended, began to run or was added just now. */
  list(filter?: JobFilter): Promise<{ readonly jobs: readonly Job[]; readonly total: number }>;
  /**
   * Runs a failed or cancelled job again, with all its attempts.
   * @throws HostError `job_missing`, `job_not_ended`, `job_key_taken` when another one with its key waits or runs
   */
  retry(id: string): Promise<Job>;
  /**
   * Ends a job that waits. A running one is told to stop, in whichever process it runs, and is cancelled when it has.
   * @throws HostError `job_missing`, `job_ended`
   */
  cancel(id: string): Promise<Job>;
  /** Begins to work off what was added, here; twice is as good as once. */
  work(): Working;
  /** Ends the running jobs of a plugin as {@link Working.stop} does. Those that wait stay, until it is active again. */
  removeOwner(owner: string): Promise<void>;
}

/** In the hands of the host. */
export interface JobsService extends Jobs {
  /**
   * Removes all jobs of these names, whatever their status; nobody works on them any more.
   * @throws HostError `jobs_unavailable`
   */
  forget(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
