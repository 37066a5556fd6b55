import type { OwnedRest } from '../../../rest.js';
import { RUN_STATES } from '../runs/run.js';
import type { Watermark } from '../watermark.js';
import { RUN_WORKS } from '../work/run-work.js';
import { ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';
import { runView } from './views.js';

/** Registers the routes that start, follow and control runs over the whole library. */
export function registerRunRoutes(rest: OwnedRest, { runs }: Watermark): void {
  rest.group(NAMESPACE, { path: '/runs', tags: TAGS, permission: PERMISSION }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'List runs',
      description: 'Newest first. Runs are kept for ninety days after their end.',
      operationId: 'listWatermarkRuns',
      args: { per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
      returns: { type: 'array', items: RUN },
      handler: async ({ args }) => (await runs.latest(args.per_page)).map(runView),
    });
    endpoint({
      method: 'POST',
      summary: 'Mark, restore or back up the whole library',
      description:
        'Runs as a job and resumes after any interruption. Only one run at a time (409); a paused run is active.',
      operationId: 'startWatermarkRun',
      strictBody: true,
      args: {
        work: { type: 'string', enum: RUN_WORKS, description: 'Default: `apply`, or that of `retry_of`.' },
        force: { type: 'boolean', default: false, description: 'Mark images again that already have this mark.' },
        retry_of: { ...ID_ARG, description: 'Only images that failed in this run, as far as the error log has them.' },
      },
      successStatus: 201,
      returns: RUN,
      async handler({ args: { work, force, retry_of: retryOf }, user }) {
        const before = retryOf === undefined ? null : await runs.get(retryOf);
        const ask = { work: work ?? before?.work ?? 'apply', force, userId: user.id };
        return runView(await runs.start(retryOf === undefined ? ask : { ...ask, retryOf }));
      },
    });
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/runs/{id}',
    summary: 'Follow a run',
    operationId: 'getWatermarkRun',
    tags: TAGS,
    permission: PERMISSION,
    args: { id: ID_ARG },
    returns: RUN,
    handler: async ({ args }) => runView(await runs.get(args.id)),
  });

  function steering(verb: 'cancel' | 'pause' | 'resume', summary: string, description: string): void {
    rest.route(NAMESPACE, {
      method: 'POST',
      path: `/runs/{id}/${verb}`,
      summary,
      description,
      operationId: `${verb}WatermarkRun`,
      tags: TAGS,
      permission: PERMISSION,
      args: { id: ID_ARG },
      returns: RUN,
      handler: async ({ args }) => runView(await runs[verb](args.id)),
    });
  }

  steering('pause', 'Pause a run', 'Images in progress are completed and counted. Idempotent.');
  steering('resume', 'Resume a run', 'Continues at the point where it was paused. Idempotent.');
  steering('cancel', 'End a run', 'Completed images stay. The run cannot be resumed.');
}

const count = { type: 'integer', minimum: 0, required: true } as const;
const moment = { type: 'string', description: '`YYYY-MM-DD HH:MM:SS`, in UTC.', required: true } as const;
const momentOrNull = { ...moment, type: ['string', 'null'] } as const;

const RUN = {
  type: 'object',
  title: 'WatermarkRun',
  properties: {
    id: { type: 'integer', required: true },
    work: { type: 'string', enum: RUN_WORKS, required: true },
    state: { type: 'string', enum: RUN_STATES, required: true },
    force: { type: 'boolean', required: true },
    retry_of: { type: ['integer', 'null'], required: true },
    total: { ...count, description: 'Number of images at the start; exact when completed.' },
    processed: { ...count, description: 'Images that were marked, restored or backed up.' },
    failed: { ...count, description: 'Images that failed: see `GET /errors?run_id=`.' },
    skipped: { ...count, description: 'Images that needed no change or are excluded.' },
    percent: { type: 'integer', minimum: 0, maximum: 100, required: true },
    seconds_left: {
      type: ['integer', 'null'],
      description: 'Estimated from its speed since it was started or resumed.',
      required: true,
    },
    user_id: { type: ['integer', 'null'], description: 'User who started it.', required: true },
    error: {
      type: ['object', 'null'],
      properties: { code: { type: 'string', required: true }, message: { type: 'string', required: true } },
      description: 'Reason for failure or automatic pause.',
      required: true,
    },
    created_at: moment,
    started_at: momentOrNull,
    ended_at: momentOrNull,
  },
} as const;
