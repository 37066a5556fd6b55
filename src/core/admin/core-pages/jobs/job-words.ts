import { escapeHtml, type SafeHtml, safeHtml } from '../../../html/safe-html.js';
import type { Job, JobStatus, Jobs } from '../../../services/jobs/jobs.js';
import type { Strings } from '../../../templates/strings.js';
import type { BadgeKind } from '../../list-table.js';

/** What people call a kind of job; one whose plugin is not active goes by its name. */
export function titleOf(jobs: Jobs, name: string): string {
  return jobs.defined().find((known) => known.name === name)?.title ?? name;
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

/** Whether somebody can do something about it, and what. */
export function isRetryable({ status }: Job): boolean {
  return status === 'failed' || status === 'cancelled';
}

export function isCancellable({ endedAt }: Job): boolean {
  return endedAt === null;
}

export function progressText({ done, total }: { done: number; total: number }, strings: Strings): string {
  return strings.text('jobs.steps', { done: strings.number(done), total: strings.number(total) });
}

/** A bar while it runs, and the same in words; marked for the script that looks at running jobs again. */
export function progressHtml(job: Job, strings: Strings): SafeHtml {
  const words = job.progress ? escapeHtml(progressText(job.progress, strings)) : '–';
  if (job.status !== 'running') return safeHtml(words);
  const { done, total } = job.progress ?? { done: 0, total: 0 };
  if (total === 0) return safeHtml(`<span data-live>${words}</span>`);
  const label = escapeHtml(strings.text('jobs.progress'));
  return safeHtml(
    `<span data-live><progress class="m-progress" max="${total}" value="${Math.min(done, total)}" aria-label="${label}"></progress> <span class="m-progress-words">${words}</span></span>`,
  );
}

/** When it came into its status. */
export function changedAt({ endedAt, startedAt, createdAt, status }: Job): Date {
  return endedAt ?? (status === 'running' ? startedAt : null) ?? createdAt;
}
