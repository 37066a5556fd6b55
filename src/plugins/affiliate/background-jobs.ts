import type { PluginContext } from '../../index.js';
import type { CurrentSettings } from './settings/current.js';
import type { Tracking } from './tracking.js';

const HOUR = 60 * 60 * 1000;
const QUARTER = 15 * 60 * 1000;

export interface BackgroundJobParts {
  readonly tracking: Pick<Tracking, 'clicks' | 'deleteOldClicks'>;
  readonly settings: Pick<CurrentSettings, 'get'>;
  /** @returns the number of approved commissions */
  readonly approveDue: (now: Date) => Promise<number>;
  readonly now: () => Date;
}

/** Starts the jobs that approve commissions and delete expired data, and writes clicks on shutdown. */
export function startBackgroundJobs(
  { jobs, log, onReady, onClose }: Pick<PluginContext, 'jobs' | 'log' | 'onClose' | 'onReady'>,
  { tracking, settings, approveDue, now }: BackgroundJobParts,
): void {
  // Loads the settings early, so that the first click does not wait for the database.
  onReady(async () => void (await settings.get()));
  onClose(tracking.clicks.close);
  jobs.schedule({
    name: 'affiliate_approval',
    title: 'Affiliates: approve commissions after the waiting period',
    every: QUARTER,
    overlap: false,
    async run() {
      const { approveAfterHold } = await settings.get();
      const approved = approveAfterHold ? await approveDue(now()) : 0;
      if (approved > 0) log.info({ approved }, 'Approved commissions whose waiting period ended');
    },
  });
  jobs.schedule({
    name: 'affiliate_retention',
    title: 'Affiliates: delete expired clicks',
    every: HOUR,
    overlap: false,
    run: () => tracking.deleteOldClicks(now()),
  });
}
