import type { Registry } from '../rest/registry.js';
import { paginate } from '../rest/response.js';
import { missing } from '../services/jobs/job-errors.js';
import { JOB_STATUSES, type Job, type Jobs } from '../services/jobs/jobs.js';

const NAMESPACE = 'mortise/v1';
const MAX_PER_PAGE = 100;

const TIME = { type: 'string', format: 'date-time', required: true } as const;
const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time', required: true } as const;

const JOB = {
  type: 'object',
  properties: {
    id: { type: 'string', required: true },
    name: { type: 'string', required: true },
    status: { type: 'string', enum: JOB_STATUSES, required: true },
    payload: { description: 'Payload of the job.', required: true },
    result: { description: 'Result of the handler; null before it ends.', required: true },
    progress: {
      type: ['object', 'null'],
      properties: { done: { type: 'integer', required: true }, total: { type: 'integer', required: true } },
      required: true,
    },
    attempts: { type: 'integer', required: true, description: 'Runs begun.' },
    max_attempts: { type: 'integer', required: true },
    error: { type: ['string', 'null'], required: true, description: 'Error message of the last failure.' },
    key: { type: ['string', 'null'], required: true },
    created_at: TIME,
    due_at: TIME_OR_NULL,
    started_at: TIME_OR_NULL,
    ended_at: TIME_OR_NULL,
  },
} as const;

const ID = { id: { type: 'string', maxLength: 64, description: 'Summary, as in lists.' } } as const;

/** Registers the routes to list, retry and cancel jobs. */
export function registerJobRoutes({ registry, jobs }: { registry: Registry; jobs: Jobs }): void {
  const common = { tags: ['jobs'], permission: 'manage_jobs' } as const;

  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'GET',
      path: '/jobs',
      summary: 'List jobs',
      description:
        'Sorted by the time of the last status change, newest first. Completed jobs are kept for a week, failed ones for a month.',
      operationId: 'listJobs',
      args: {
        status: { type: 'string', enum: JOB_STATUSES, description: 'Only these.' },
        name: { type: 'string', maxLength: 80, description: 'Part of the name.' },
        page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
        per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: 20 },
      },
      returns: { type: 'array', items: JOB },
      async handler({ args }) {
        const { status, name, page, per_page: perPage } = args;
        const found = await jobs.list({ page, perPage, ...(status ? { status } : {}), ...(name ? { name } : {}) });
        return paginate(found.jobs.map(view), { total: found.total, page, perPage });
      },
    },
    'core',
  );
  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'GET',
      path: '/jobs/{id}',
      summary: 'Read a job',
      operationId: 'getJob',
      args: ID,
      returns: JOB,
      async handler({ args }) {
        const job = await jobs.get(args.id);
        if (!job) throw missing(args.id);
        return view(job);
      },
    },
    'core',
  );
  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'POST',
      path: '/jobs/{id}/retry',
      summary: 'Retry a failed or cancelled job',
      description:
        'Resets the number of attempts. Fails with 409 `job_not_ended`, or `job_key_taken` if another job has the same key.',
      operationId: 'retryJob',
      args: ID,
      returns: JOB,
      handler: async ({ args }) => view(await jobs.retry(args.id)),
    },
    'core',
  );
  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'POST',
      path: '/jobs/{id}/cancel',
      summary: 'Cancel a job',
      description:
        'A running job is asked to stop and stays `running` until it has stopped. Fails with 409 `job_ended`.',
      operationId: 'cancelJob',
      args: ID,
      returns: JOB,
      handler: async ({ args }) => view(await jobs.cancel(args.id)),
    },
    'core',
  );
}

function view(job: Job) {
  const { id, name, status, payload, result, progress, attempts, error, key } = job;
  return {
    id,
    name,
    status,
    payload,
    result,
    progress,
    attempts,
    max_attempts: job.maxAttempts,
    error,
    key,
    created_at: job.createdAt.toISOString(),
    due_at: job.dueAt?.toISOString() ?? null,
    started_at: job.startedAt?.toISOString() ?? null,
    ended_at: job.endedAt?.toISOString() ?? null,
  };
}
