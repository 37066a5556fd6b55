/** Where a job stands. A failed one can be tried again by hand; completed and cancelled ones are kept for a while. */
export type JobStatus = 'waiting' | 'delayed' | 'running' | 'completed' | 'failed' | 'cancelled';

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
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Runs begun. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** The message of the last failure. */
  readonly error: string | null;
  /** Names what it is about: while a job with this key waits or runs, no second one is added. */
  readonly key: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** A job in the hands of its handler. It may run more than once: do what was done before again without harm. */
export interface RunningJob<Payload> {
  readonly id: string;
  readonly payload: Payload;
  /** 1 for the first run. */
  readonly attempt: number;
  /** Aborted when the job is cancelled, when the host closes and when the lease on it is lost. */
  readonly signal: AbortSignal;
  /** Says how far it is. */
  progress(done: number, total: number): Promise<void>;
}

export interface JobDefinition<Payload, Result> {
  /** Lower case with underscores, beginning with the owner's prefix: `acme_resize`. */
  readonly name: string;
  /** What people read in lists. */
  readonly title?: string;
  /** Runs at most, the first included; default 5. */
  readonly attempts?: number;
  /** Milliseconds before the second run; doubles with every further one, with jitter. Default 1 000. */
  readonly backoff?: number;
  /** How many of this name a process runs at once; default 1. */
  readonly concurrency?: number;
  run(job: RunningJob<Payload>): Promise<Result>;
}

export interface AddOptions {
  /** See {@link Job.key}. */
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
   * @throws HostError `job_payload_invalid`, `job_payload_too_large`
   */
  add(payload: Payload, options?: AddOptions): Promise<Job>;
}

export interface JobFilter {
  readonly status?: JobStatus;
  readonly name?: string;
  /** Default 1 and 20. */
  readonly page?: number;
  readonly perPage?: number;
}

/** Work that is done later, by any process of the site, at least once, and again when a worker dies in the middle. */
export interface Jobs {
  /** @throws HostError `job_invalid`, `job_defined_twice` */
  define<Payload, Result>(definition: JobDefinition<Payload, Result>, owner: string): JobQueue<Payload>;
  get(id: string): Promise<Job | null>;
  /** Newest first. */
  list(filter?: JobFilter): Promise<{ readonly jobs: readonly Job[]; readonly total: number }>;
  /** Runs a failed or cancelled job again, with all its attempts. @throws HostError `job_missing`, `job_not_ended` */
  retry(id: string): Promise<Job>;
  /** A running one is told to stop. @throws HostError `job_missing`, `job_ended` */
  cancel(id: string): Promise<Job>;
  /** Begins to work off what was added, here; the returned function lets the running jobs end and stops. */
  work(): { stop(): Promise<void> };
  removeOwner(owner: string): void;
}
