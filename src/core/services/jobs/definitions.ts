import { HostError } from '../../errors.js';
import type { JobDefinition, JobType, RunningJob } from './jobs.js';

/** Job definition with defaults applied and its types erased. */
export interface DefinedJob extends JobType {
  readonly attempts: number;
  readonly backoff: number;
  readonly concurrency: number;
  run(job: RunningJob<unknown>): Promise<unknown>;
}

export interface Definitions {
  /** @throws HostError `job_invalid`, `job_defined_twice` */
  add<Payload, Result>(definition: JobDefinition<Payload, Result>, owner: string): DefinedJob;
  get(name: string): DefinedJob | undefined;
  list(): readonly DefinedJob[];
  /** @returns the definitions that were removed */
  removeOwner(owner: string): readonly DefinedJob[];
}

const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 80;
const ATTEMPTS = 5;
const BACKOFF = 1_000;

/** Whether a name is valid for a job or schedule. Names are stored and become part of keys elsewhere. */
export function isJobName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name) && name.length <= MAX_NAME_LENGTH;
}

export function createDefinitions(): Definitions {
  const definitions = new Map<string, DefinedJob>();
  return {
    add(definition, owner) {
      const { name, title = name, attempts = ATTEMPTS, backoff = BACKOFF, concurrency = 1, run } = definition;
      if (!isJobName(name)) {
        throw invalid(
          owner,
          `"${name}" is not a job name. Use up to ${MAX_NAME_LENGTH} of a-z, 0-9 and _, such as acme_resize`,
        );
      }
      if (typeof run !== 'function') throw invalid(owner, `the job "${name}" needs a function run`);
      assertNumber(owner, name, 'attempts', attempts, 1, 1_000);
      assertNumber(owner, name, 'concurrency', concurrency, 1, 1_000);
      assertNumber(owner, name, 'backoff', backoff, 0, 86_400_000);
      const existing = definitions.get(name);
      if (existing) {
        throw new HostError(
          'job_defined_twice',
          `"${existing.owner}" already has the job "${name}". Choose another name for "${owner}".`,
        );
      }
      const defined: DefinedJob = {
        name,
        title,
        owner,
        attempts,
        backoff,
        concurrency,
        // The payload is what `add` of the same definition received, after a round trip through JSON.
        run: (job) => definition.run(job as RunningJob<never>),
      };
      definitions.set(name, defined);
      return defined;
    },
    get: (name) => definitions.get(name),
    list: () => [...definitions.values()],
    removeOwner(owner) {
      const removed = [...definitions.values()].filter((definition) => definition.owner === owner);
      for (const { name } of removed) definitions.delete(name);
      return removed;
    },
  };
}

function assertNumber(owner: string, name: string, what: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw invalid(owner, `${what} of the job "${name}" must be a whole number from ${least} to ${most}`);
}

function invalid(owner: string, reason: string): HostError {
  return new HostError('job_invalid', `A job of "${owner}" cannot be defined: ${reason}.`, { owner });
}
