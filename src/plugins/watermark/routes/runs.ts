import type { OwnedRest } from '../../../index.js';
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
      summary: 'The last runs',
      description: 'Newest first. They are known for ninety days after their end.',
      operationId: 'listWatermarkRuns',
      args: { per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
      returns: { type: 'array', items: RUN },
      handler: async ({ args }) => (await runs.latest(args.per_page)).map(runView),
    });
    endpoint({
      method: 'POST',
      summary: 'Have the whole library marked, restored or saved',
      description:
        'A job does it, and goes on where it stood after whatever stops it. One run at a time (409): a paused one has not ended.',
      operationId: 'startWatermarkRun',
      strictBody: true,
      args: {
        work: { type: 'string', enum: RUN_WORKS, description: 'Default `apply`, and that of `retry_of`.' },
        force: { type: 'boolean', default: false, description: 'Also what has this very mark.' },
        retry_of: { ...ID_ARG, description: 'Only what failed in this run, as far as the error log still has it.' },
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

  steering('pause', 'Pause a run', 'Pictures in hand are brought to their end and counted. Twice is as good as once.');
  steering('resume', 'Go on with a run', 'It goes on where it was paused. Twice is as good as once.');
  steering('cancel', 'End a run', 'What it has done stays: no picture is half done. It cannot be resumed.');
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
    total: { ...count, description: 'Pictures when it was started, and exactly once it is completed.' },
    processed: { ...count, description: 'Pictures that were marked, restored or saved.' },
    failed: { ...count, description: 'Pictures that failed: `GET /errors?run_id=` says why.' },
    skipped: { ...count, description: 'Pictures for which there was nothing to do, or that are kept out.' },
    percent: { type: 'integer', minimum: 0, maximum: 100, required: true },
    seconds_left: {
      type: ['integer', 'null'],
      description: 'By its pace since it was begun or resumed.',
      required: true,
    },
    user_id: { type: ['integer', 'null'], description: 'Who asked for it.', required: true },
    error: {
      type: ['object', 'null'],
      properties: { code: { type: 'string', required: true }, message: { type: 'string', required: true } },
      description: 'Why it failed, or why it was paused by itself.',
      required: true,
    },
    created_at: moment,
    started_at: momentOrNull,
    ended_at: momentOrNull,
  },
} as const;
