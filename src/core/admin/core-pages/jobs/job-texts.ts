import { escapeHtml, type SafeHtml, safeHtml } from '../../../html/safe-html.js';
import type { Job, JobStatus, Jobs } from '../../../services/jobs/jobs.js';
import type { Strings } from '../../../templates/strings.js';
import type { BadgeKind } from '../../list-table.js';

/** Title of a job type. Falls back to its name if the plugin is inactive. */
export function titleOf(jobs: Jobs, name: string): string {
  return jobs.defined().find((job) => job.name === name)?.title ?? name;
}

export function statusText(status: JobStatus, { text }: Strings): string {
  return text(`jobs.${status}`);
}

export const STATUS_BADGES: Readonly<Record<JobStatus, BadgeKind>> = {
  waiting: 'neutral',
  delayed: 'neutral',
  running: 'warning',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};

/** Whether the job can be run again. */
export function isRetryable({ status }: Job): boolean {
  return status === 'failed' || status === 'cancelled';
}

export function isCancellable({ endedAt }: Job): boolean {
  return endedAt === null;
}

export function progressText({ done, total }: { done: number; total: number }, strings: Strings): string {
  return strings.text('jobs.steps', { done: strings.number(done), total: strings.number(total) });
}

/** Renders the progress as a bar and as text. `data-live` marks running jobs for the polling script. */
export function progressHtml(job: Job, strings: Strings): SafeHtml {
  const progress = job.progress ? escapeHtml(progressText(job.progress, strings)) : '–';
  if (job.status !== 'running') return safeHtml(progress);
  const { done, total } = job.progress ?? { done: 0, total: 0 };
  if (total === 0) return safeHtml(`<span data-live>${progress}</span>`);
  const label = escapeHtml(strings.text('jobs.progress'));
  return safeHtml(
    `<span data-live><progress class="m-progress" max="${total}" value="${Math.min(done, total)}" aria-label="${label}"></progress> <span class="m-progress-words">${progress}</span></span>`,
  );
}

/** Time of the last status change. */
export function changedAt({ endedAt, startedAt, createdAt, status }: Job): Date {
  return endedAt ?? (status === 'running' ? startedAt : null) ?? createdAt;
}
