import { listSchema, type OwnedRest } from '../../../rest.js';
import { runNotFound } from '../runs/errors.js';
import { RUN_STATUSES } from '../runs/run.js';
import type { Runs } from '../runs/runs.js';
import { SOURCE_NAME } from '../sources/source.js';
import { DAY_ARG, ID_ARG, MANAGE, NAMESPACE, PAGE_ARGS, pageResponse } from './arguments.js';
import { RUN_RECORD } from './run-schemas.js';

const TAGS = ['Runs'];

/** Registers the routes for the history of runs. */
export function registerRunRoutes(rest: OwnedRest, runs: Pick<Runs, 'get' | 'list'>): void {
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/runs',
    summary: 'List runs',
    description: 'Newest first. Days are in UTC.',
    operationId: 'listBankRuns',
    tags: TAGS,
    permission: MANAGE,
    args: {
      ...PAGE_ARGS,
      status: { type: 'string', enum: RUN_STATUSES },
      source: { type: 'string', pattern: SOURCE_NAME.source, description: 'Runs of this source.' },
      from: { ...DAY_ARG, description: 'Started on or after this day.' },
      to: { ...DAY_ARG, description: 'Started on or before this day.' },
    },
    returns: listSchema(RUN_RECORD),
    async handler({ args: { page, per_page: perPage, ...filters } }) {
      const { runs: data, total } = await runs.list({ limit: perPage, offset: (page - 1) * perPage, ...filters });
      return pageResponse(data, { page, per_page: perPage }, total);
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/runs/{id}',
    summary: 'Show a run',
    operationId: 'getBankRun',
    tags: TAGS,
    permission: MANAGE,
    args: { id: ID_ARG },
    returns: RUN_RECORD,
    async handler({ args: { id } }) {
      const run = await runs.get(id);
      if (!run) throw runNotFound(id);
      return run;
    },
  });
}
