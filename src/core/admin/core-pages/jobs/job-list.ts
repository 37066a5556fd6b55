import { HostError } from '../../../errors.js';
import { JOB_STATUSES, type Job, type JobStatus } from '../../../services/jobs/jobs.js';
import type { ActionOutcome, AdminRequest } from '../../admin-page.js';
import { listQuery } from '../../list-query.js';
import { type ListRow, listTable } from '../../list-table.js';
import { formError, type SubmittedForm } from '../../submitted-form.js';
import type { CoreArea } from '../core-pages.js';
import {
  changedAt,
  isCancellable,
  isRetryable,
  progressHtml,
  STATUS_BADGES,
  statusText,
  titleOf,
} from './job-texts.js';
import type { JobPagesParts } from './register.js';

const PATH = '/jobs';
const MAX_ERROR_LENGTH = 120;

export function registerJobList(area: CoreArea, parts: JobPagesParts): void {
  area.page({
    path: PATH,
    title: 'jobs.title',
    capability: 'manage_jobs',
    icon: 'clock',
    section: 'site',
    order: 45,
    template: 'core/admin/list',
    scripts: ['core/live.js'],
    load: async (request) => ({ strings: request.strings, table: await tableOf(parts, request) }),
    lead: 'jobs.lead',
    actions: { bulk: (request, form) => bulk(parts, request, form) },
  });
}

async function tableOf(parts: JobPagesParts, request: AdminRequest) {
  const { strings } = request;
  const { text } = strings;
  const query = listQuery(request, { filters: { status: JOB_STATUSES } });
  const { page, perPage, search, filters } = query;
  const { jobs, total } = await parts.jobs.list({
    page,
    perPage,
    name: search,
    ...(filters.status === null ? {} : { status: filters.status as JobStatus }),
  });
  return listTable(request, query, {
    caption: text('jobs.title'),
    columns: [
      { name: 'job', label: text('jobs.job') },
      { name: 'status', label: text('jobs.status') },
      { name: 'progress', label: text('jobs.progress') },
      { name: 'attempts', label: text('jobs.attempts'), numeric: true },
      { name: 'changed', label: text('jobs.changed') },
    ],
    rows: jobs.map((job) => rowOf(parts, request, job)),
    total,
    search: text('jobs.search'),
    filters: [
      {
        name: 'status',
        label: text('jobs.status'),
        all: text('jobs.all-statuses'),
        options: JOB_STATUSES.map((status) => ({ value: status, label: statusText(status, strings) })),
      },
    ],
    bulk: {
      action: 'bulk',
      options: [
        { value: 'retry', label: text('jobs.retry') },
        { value: 'cancel', label: text('jobs.cancel') },
      ],
    },
    empty: { text: text('jobs.none') },
  });
}

function rowOf({ jobs }: JobPagesParts, { strings, link }: AdminRequest, job: Job): ListRow {
  const title = titleOf(jobs, job.name);
  return {
    id: job.id,
    label: `${title}, ${strings.dateTime(job.createdAt)}`,
    selectable: isRetryable(job) || isCancellable(job),
    cells: {
      job: { text: title, link: link(`${PATH}/${job.id}`), note: job.key ?? job.name },
      status: {
        text: '',
        badges: [{ text: statusText(job.status, strings), kind: STATUS_BADGES[job.status] }],
        ...(job.error === null ? {} : { note: shorten(job.error) }),
      },
      progress: { text: '', html: progressHtml(job, strings) },
      attempts: `${job.attempts}/${job.maxAttempts}`,
      changed: strings.dateTime(changedAt(job)),
    },
  };
}

function shorten(text: string): string {
  return text.length > MAX_ERROR_LENGTH ? `${text.slice(0, MAX_ERROR_LENGTH)}…` : text;
}

/** Processes each job separately: one that has just ended does not stop the others. */
async function bulk({ jobs }: JobPagesParts, request: AdminRequest, form: SubmittedForm): Promise<ActionOutcome> {
  const { text } = request.strings;
  const ids = form.list('ids');
  const choice = form.text('bulk');
  if (ids.length === 0 || (choice !== 'retry' && choice !== 'cancel')) throw formError({}, text('admin.bulk-none'));
  let done = 0;
  let refusal: HostError | null = null;
  for (const id of ids) {
    try {
      await jobs[choice](id);
      done += 1;
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      refusal ??= error;
    }
  }
  if (!refusal) return { notice: text(`jobs.bulk-${choice}`, { count: done }) };
  const message = text('jobs.partly', { done, count: ids.length });
  return { notice: { kind: done > 0 ? 'warning' : 'error', text: message } };
}
