import { coreText } from '../../core-text.js';
import type { OwnedAdmin } from '../../registry.js';
import type { CorePagesParts } from '../core-pages.js';
import { registerJobList } from './job-list.js';
import { registerJobPage } from './job-page.js';

export type JobPagesParts = Pick<CorePagesParts, 'jobs'>;

/** Registers the pages of background jobs, and a dashboard card with the number of failed ones. */
export function registerJobPages(own: OwnedAdmin, parts: JobPagesParts): void {
  registerJobList(own, parts);
  registerJobPage(own, parts);
  own.card({
    title: coreText('jobs.title'),
    capability: 'manage_jobs',
    order: 82,
    async load({ strings, link }) {
      const { total } = await parts.jobs.list({ status: 'failed', perPage: 1 });
      return {
        value: strings.number(total),
        text: strings.text('jobs.failed-count', { count: total }),
        link: { label: strings.text('jobs.title'), link: link('/jobs', total > 0 ? { status: 'failed' } : {}) },
      };
    },
  });
}
