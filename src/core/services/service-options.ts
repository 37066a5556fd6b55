import cluster from 'node:cluster';
import { HostError } from '../errors.js';
import { localStorageFolder } from '../local-defaults.js';

/** What a site grows with: servers that its processes share. Embedded parts do the work where none is named. */
export interface ServiceOptions {
  /**
   * A Redis server, `redis://:password@host:6379/0` or `rediss://...`: counts, cache, jobs and news between processes
   * go through it. Default: the database and this process. [REDIS_URL]
   */
  redis?: string | undefined;
  /**
   * Where files are kept: a folder as `file:./data/media`, or a bucket as
   * `s3://key:secret@bucket?region=eu-central-1&endpoint=https://...`. Default: `media` in the data folder.
   * [STORAGE_URL]
   */
  storage?: string | undefined;
  /**
   * How many processes serve this site. Above 1, what has to be counted together is counted in Redis, else in the
   * database. Default: 1, or more for workers of node:cluster. [MORTISE_PROCESSES]
   */
  processes?: number;
  /**
   * Who works on jobs: `serve` (default), every process that serves visitors; `off`, this process does not, because
   * others run `mortise jobs work`. [MORTISE_JOBS]
   */
  jobs?: 'serve' | 'off';
}

/** The same with every default filled in. */
export interface ServiceConfig {
  /** null when there is none. */
  readonly redis: string | null;
  readonly storage: string;
  readonly processes: number;
  readonly jobs: 'serve' | 'off';
}

/**
 * Fills in environment and defaults.
 * @throws HostError `config_invalid`; addresses are not repeated, since they may hold passwords
 */
export function resolveServices(options: ServiceOptions, environment: NodeJS.ProcessEnv): ServiceConfig {
  const redis = options.redis ?? environment.REDIS_URL ?? '';
  const storage = options.storage ?? environment.STORAGE_URL ?? localStorageFolder(environment);
  const processes = options.processes ?? Number(environment.MORTISE_PROCESSES ?? (cluster.isWorker ? 2 : 1));
  if (redis !== '' && !(/^rediss?:\/\/[^/]/.test(redis) && URL.canParse(redis))) {
    throw invalid('redis', 'The option redis is no address of a Redis server. Write it like redis://127.0.0.1:6379.');
  }
  if (!/^file:./.test(storage) && !(/^s3:\/\/[^/]/.test(storage) && URL.canParse(storage))) {
    throw invalid(
      'storage',
      'The option storage is neither a folder such as file:./media nor a bucket as s3://bucket.',
    );
  }
  if (!(Number.isInteger(processes) && processes >= 1)) {
    throw invalid('processes', 'The option processes is how many processes serve the site: a whole number from 1.');
  }
  const jobs = options.jobs ?? environment.MORTISE_JOBS ?? 'serve';
  if (jobs !== 'serve' && jobs !== 'off') throw invalid('jobs', `"${jobs}" is neither 'serve' nor 'off'.`);
  return { redis: redis === '' ? null : redis, storage, processes, jobs };
}

function invalid(option: string, message: string): HostError {
  return new HostError('config_invalid', message, { status: 500, option });
}
