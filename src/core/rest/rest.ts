import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { Database } from '../database/database.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { Site } from '../site.js';
import { registerBatch } from './batch.js';
import type { Dispatch } from './call.js';
import { type CorsOptions, createCors } from './cors.js';
import { createDispatch } from './dispatch.js';
import { createIdempotency } from './idempotency.js';
import { createPipeline, type PipelineParts } from './pipeline.js';
import type { Registry } from './registry.js';
import { createRouteLimits } from './route-limits.js';

/** Host options that affect REST. */
export interface RestConfig {
  readonly log: Logger;
  readonly debug: boolean;
  readonly compat: 'wp' | 'off';
  readonly cors?: CorsOptions;
  readonly authorizationHeader?: boolean;
}

export interface RestParts {
  readonly config: RestConfig;
  readonly site: Site;
  readonly hooks: Hooks;
  readonly db: Database;
  readonly access: Access;
  readonly limiter: RateLimiter;
  readonly registry: Registry;
  readonly within: PipelineParts['within'];
  readonly sanitize: PipelineParts['sanitize'];
}

/** Creates the REST API over the registry's routes, including batches. */
export function createRest({
  config,
  site,
  hooks,
  db,
  access,
  limiter,
  registry,
  within,
  sanitize,
}: RestParts): Dispatch {
  const { log, debug } = config;
  const limits = createRouteLimits({ limiter });
  const idempotency = createIdempotency({ db, log });
  const pipeline = createPipeline({ registry, hooks, access, log, debug, limits, idempotency, within, sanitize });
  registerBatch({ registry, hooks, pipeline });
  const { cors, compat, authorizationHeader } = config;
  return createDispatch(
    {
      site,
      hooks,
      log,
      debug,
      within,
      compat,
      authorizationHeader,
      apiKeyHeaders: registry.apiKeyHeaders,
      cors: createCors({ cors, site, hooks, compat, authorizationHeader }),
    },
    pipeline,
  );
}
