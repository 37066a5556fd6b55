import type { OwnedRest } from '../../../rest.js';
import { runRoutes } from '../../../runs.js';
import { RUN_STATES } from '../runs/run.js';
import type { Watermark } from '../watermark.js';
import { RUN_WORKS } from '../work/run-work.js';
import { ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';
import { runView } from './views.js';

/** Registers the routes that start, follow and control runs over the whole library. */
export function registerRunRoutes(rest: OwnedRest, { runs }: Watermark): void {
  runRoutes(rest, {
    namespace: NAMESPACE,
    path: '/runs',
    permission: PERMISSION,
    tags: TAGS,
    returns: RUN,
    view: runView,
    runs,
    routes: {
      list: {
        summary: 'List runs',
        description: 'Newest first. Runs are kept for ninety days after their end.',
        operationId: 'listWatermarkRuns',
      },
      get: { summary: 'Follow a run', operationId: 'getWatermarkRun' },
      pause: {
        summary: 'Pause a run',
        description: 'Images in progress are completed and counted. Idempotent.',
        operationId: 'pauseWatermarkRun',
      },
      resume: {
        summary: 'Resume a run',
        description: 'Continues at the point where it was paused. Idempotent.',
        operationId: 'resumeWatermarkRun',
      },
      cancel: {
        summary: 'End a run',
        description: 'Completed images stay. The run cannot be resumed.',
        operationId: 'cancelWatermarkRun',
      },
    },
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/runs',
    tags: TAGS,
    permission: PERMISSION,
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
