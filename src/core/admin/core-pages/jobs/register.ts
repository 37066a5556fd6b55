import type { CoreArea, CorePagesParts } from '../core-pages.js';
import { registerJobList } from './job-list.js';
import { registerJobPage } from './job-page.js';

export type JobPagesParts = Pick<CorePagesParts, 'jobs'>;

/** Registers the pages of background jobs, and a dashboard card with the number of failed ones. */
export function registerJobPages(area: CoreArea, parts: JobPagesParts): void {
  registerJobList(area, parts);
  registerJobPage(area, parts);
  area.card({
    title: 'jobs.title',
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
