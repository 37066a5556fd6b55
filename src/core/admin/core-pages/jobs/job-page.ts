import { HostError } from '../../../errors.js';
import type { Job } from '../../../services/jobs/jobs.js';
import type { AdminRequest } from '../../admin-page.js';
import { adminForm } from '../../form.js';
import type { AdminJobData } from '../../template-data.js';
import type { CoreArea } from '../core-pages.js';
import { isCancellable, isRetryable, progressText, statusText, titleOf } from './job-texts.js';
import type { JobPagesParts } from './register.js';

const PATH = '/jobs';

/** Registers the page of one job: payload, result and available actions. */
export function registerJobPage(area: CoreArea, { jobs }: JobPagesParts): void {
  async function jobFrom({ params, strings }: AdminRequest<'job'>): Promise<Job> {
    const job = await jobs.get(params.job);
    if (job) return job;
    throw new HostError('job_missing', strings.text('jobs.gone'), { status: 404 });
  }

  area.page({
    path: `${PATH}/{job}`,
    parent: PATH,
    title: 'jobs.single',
    capability: 'manage_jobs',
    template: 'core/admin/job',
    scripts: ['core/live.js'],
    async load(request) {
      const job = await jobFrom(request);
      return dataOf(request, job, titleOf(jobs, job.name));
    },
    heading: ({ items }, { strings }) => ({ title: items[0] ?? strings.text('jobs.single') }),
    actions: {
      async retry(request) {
        const { id } = await jobs.retry((await jobFrom(request)).id);
        return { to: `${PATH}/${id}`, notice: request.strings.text('jobs.bulk-retry', { count: 1 }) };
      },
      async cancel(request) {
        const { id, status } = await jobs.cancel((await jobFrom(request)).id);
        const { text } = request.strings;
        return {
          to: `${PATH}/${id}`,
          notice:
            status === 'running'
              ? { kind: 'info', text: text('jobs.stopping') }
              : text('jobs.bulk-cancel', { count: 1 }),
        };
      },
    },
  });
}

function dataOf(request: AdminRequest, job: Job, title: string): AdminJobData {
  const { strings } = request;
  const { text } = strings;
  return {
    strings,
    items: [title],
    definitions: definitionsOf(job, strings),
    progress: job.progress && { ...job.progress, text: progressText(job.progress, strings) },
    isLive: job.status === 'running',
    texts: [
      ...(job.error === null ? [] : [{ title: text('jobs.error'), text: job.error, isError: true }]),
      { title: text('jobs.payload'), text: pretty(job.payload), isError: false },
      ...(job.status === 'completed' ? [{ title: text('jobs.result'), text: pretty(job.result), isError: false }] : []),
    ],
    forms: [
      ...(isRetryable(job) ? [adminForm(request, { action: 'retry', fields: [], submit: text('jobs.retry') })] : []),
      ...(isCancellable(job)
        ? [adminForm(request, { action: 'cancel', fields: [], submit: text('jobs.cancel'), danger: true })]
        : []),
    ],
    links: [],
  };
}

function definitionsOf(job: Job, strings: AdminRequest['strings']): AdminJobData['definitions'] {
  const { text, dateTime } = strings;
  const time = (term: string, date: Date | null) => (date ? [{ term: text(term), text: dateTime(date) }] : []);
  return [
    { term: text('jobs.status'), text: statusText(job.status, strings) },
    { term: text('jobs.name'), text: job.name },
    { term: text('jobs.id'), text: job.id },
    ...(job.key === null ? [] : [{ term: text('jobs.key'), text: job.key }]),
    { term: text('jobs.attempts'), text: `${job.attempts}/${job.maxAttempts}` },
    ...time('jobs.added', job.createdAt),
    ...(job.status === 'waiting' || job.status === 'delayed' ? time('jobs.due', job.dueAt) : []),
    ...time('jobs.started', job.startedAt),
    ...time('jobs.ended', job.endedAt),
  ];
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
