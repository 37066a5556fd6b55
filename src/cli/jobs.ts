import { once } from 'node:events';
import type { CommandContext, CommandDefinitions, CommandOption, Row } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import { JOB_STATUSES, type Job, type JobStatus } from '../core/services/jobs/jobs.js';
import { untilInterrupted } from './until-interrupted.js';

/** Options for paging through long lists. */
const PAGE_OPTIONS: readonly CommandOption[] = [
  { flags: '--page <number>', description: 'which page', default: 1, integer: { minimum: 1, maximum: 1_000_000 } },
  {
    flags: '--per-page <number>',
    description: 'rows per page',
    default: 50,
    integer: { minimum: 1, maximum: 200 },
  },
];

const JOB_ARGUMENT = [{ name: 'id', description: 'ID, as in "jobs list"' }] as const;

const LIST_OPTIONS: readonly CommandOption[] = [
  { flags: '--status <status>', description: 'only these', choices: JOB_STATUSES },
  { flags: '--name <text>', description: 'only names that contain this text' },
  ...PAGE_OPTIONS,
];

const LIST_COLUMNS = ['id', 'name', 'status', 'progress', 'attempts', 'created', 'ended', 'error'];

/** Commands of `mortise jobs`. */
export function jobCommands(host: Host): CommandDefinitions {
  return {
    'jobs list': {
      summary: 'List jobs, most recent status change first',
      options: LIST_OPTIONS,
      run: async (context) => list(host, context),
    },
    'jobs show': {
      summary: 'Show a job with its payload, result and error',
      arguments: JOB_ARGUMENT,
      async run({ args, output }) {
        const job = await host.jobs.get(args.id ?? '');
        if (!job) throw missing(args.id ?? '');
        output.record(recordOf(job));
      },
    },
    'jobs retry': {
      summary: 'Retry a failed or cancelled job',
      arguments: JOB_ARGUMENT,
      async run({ args, output }) {
        output.record(recordOf(await host.jobs.retry(args.id ?? '')));
      },
    },
    'jobs cancel': {
      summary: 'Cancel a job; a running job is asked to stop',
      arguments: JOB_ARGUMENT,
      async run({ args, output }) {
        output.record(recordOf(await host.jobs.cancel(args.id ?? '')));
      },
    },
    'jobs work': {
      summary: 'Run jobs until Ctrl-C or SIGTERM; running jobs end first',
      runsUntilInterrupted: true,
      run: async (context) => work(host, context),
    },
  };
}

async function list(host: Host, { options, output }: CommandContext): Promise<void> {
  const page = Number(options.page);
  const { jobs, total } = await host.jobs.list({
    page,
    perPage: Number(options.perPage),
    ...(options.status === undefined ? {} : { status: options.status as JobStatus }),
    ...(typeof options.name === 'string' ? { name: options.name } : {}),
  });
  output.rows(jobs.map(rowOf), LIST_COLUMNS);
  if (total > jobs.length) output.note(`${jobs.length} of ${total} jobs; pass --page=${page + 1} for more.`);
}

async function work(host: Host, { output, signal }: CommandContext): Promise<0> {
  return untilInterrupted<0>(signal, async (interrupted) => {
    const working = host.jobs.work();
    try {
      output.note('Running jobs. Press Ctrl-C to stop.');
      if (!interrupted.aborted) await once(interrupted, 'abort');
    } finally {
      output.note('Waiting for running jobs to end.');
      await working.stop();
    }
    return 0;
  });
}

function rowOf({ id, name, status, progress, attempts, maxAttempts, createdAt, endedAt, error }: Job): Row {
  return {
    id,
    name,
    status,
    progress: progress && `${progress.done}/${progress.total}`,
    attempts: `${attempts}/${maxAttempts}`,
    created: createdAt.toISOString(),
    ended: endedAt?.toISOString() ?? null,
    error,
  };
}

function recordOf(job: Job): Row {
  return {
    ...rowOf(job),
    key: job.key,
    due: job.dueAt?.toISOString() ?? null,
    started: job.startedAt?.toISOString() ?? null,
    payload: job.payload,
    result: job.result,
  };
}

function missing(id: string): HostError {
  return new HostError('job_missing', `There is no job "${id}". Run "mortise jobs list" to see all jobs.`, {
    status: 404,
  });
}
