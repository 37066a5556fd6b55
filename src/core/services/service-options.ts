import cluster from 'node:cluster';
import { localStorageFolder } from '../local-defaults.js';
import { invalidOption, type OptionTypes, oneOf, text } from '../option-types.js';

/** Options for shared servers. Without them, embedded implementations are used. */
export interface ServiceOptions {
  /**
   * Redis server for rate limits, cache, jobs and messages between processes: `redis://:password@host:6379/0` or
   * `rediss://...`. Default: the database and this process. [MORTISE_REDIS_URL, REDIS_URL]
   */
  redis?: string | undefined;
  /**
   * File storage: a folder such as `file:./data/media`, or a bucket such as
   * `s3://key:secret@bucket?region=eu-central-1&endpoint=https://...`. Default: `media` in the data folder.
   * [MORTISE_STORAGE_URL, STORAGE_URL]
   */
  storage?: string | undefined;
  /**
   * Number of processes that serve this site. Above 1, shared counts are kept in Redis or, without it, in the
   * database. Default: 1, or more for workers of node:cluster. [MORTISE_PROCESSES]
   */
  processes?: number;
  /**
   * Processing of jobs: `serve` (default) in every process that serves visitors; `off` if other processes run
   * `mortise jobs work`. [MORTISE_JOBS]
   */
  jobs?: 'serve' | 'off';
}

/** Type of each option. */
export const SERVICE_OPTIONS: OptionTypes<keyof ServiceOptions> = {
  redis: text('the URL of a Redis server such as redis://127.0.0.1:6379'),
  storage: text('a folder such as file:./media, or a bucket such as s3://key:secret@bucket'),
  processes: {
    accepts: (value) => Number.isInteger(value) && Number(value) >= 1,
    write: 'the number of processes that serve the site, a whole number from 1',
  },
  jobs: oneOf(['serve', 'off']),
};

/** Service options with all defaults applied. */
export interface ServiceConfig {
  /** Null if there is none. */
  readonly redis: string | null;
  readonly storage: string;
  readonly processes: number;
  readonly jobs: 'serve' | 'off';
}

/**
 * Applies environment variables and defaults.
 * @throws HostError `config_invalid`, without URLs, since they may contain passwords
 */
export function resolveServices(options: ServiceOptions, environment: NodeJS.ProcessEnv): ServiceConfig {
  const redis = options.redis ?? environment.MORTISE_REDIS_URL ?? environment.REDIS_URL ?? '';
  const storage =
    options.storage ?? environment.MORTISE_STORAGE_URL ?? environment.STORAGE_URL ?? localStorageFolder(environment);
  const processes = options.processes ?? Number(environment.MORTISE_PROCESSES ?? (cluster.isWorker ? 2 : 1));
  if (redis !== '' && !(/^rediss?:\/\/[^/]/.test(redis) && URL.canParse(redis))) {
    throw invalidOption(
      'redis',
      'The option redis is not the URL of a Redis server. Use a URL such as redis://127.0.0.1:6379.',
    );
  }
  if (!/^file:./.test(storage) && !(/^s3:\/\/[^/]/.test(storage) && URL.canParse(storage))) {
    throw invalidOption(
      'storage',
      'The option storage must be a folder such as file:./media, or a bucket such as s3://bucket.',
    );
  }
  if (!(Number.isInteger(processes) && processes >= 1)) {
    throw invalidOption(
      'processes',
      'The option processes must be the number of processes that serve the site: a whole number from 1.',
    );
  }
  const jobs = options.jobs ?? environment.MORTISE_JOBS ?? 'serve';
  if (jobs !== 'serve' && jobs !== 'off') throw invalidOption('jobs', `"${jobs}" is not 'serve' or 'off'.`);
  return { redis: redis === '' ? null : redis, storage, processes, jobs };
}
