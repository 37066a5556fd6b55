import type { PluginContext } from '../../index.js';
import type { CurrentSettings } from './settings/current.js';
import type { Tracking } from './tracking.js';

const HOUR = 60 * 60 * 1000;
const QUARTER = 15 * 60 * 1000;

export interface TendParts {
  readonly tracking: Pick<Tracking, 'clicks' | 'forgetOld'>;
  readonly settings: Pick<CurrentSettings, 'get'>;
  /** @returns how many */
  readonly approveDue: (now: Date) => Promise<number>;
  readonly now: () => Date;
}

/** What the programme does by itself: it approves what has waited long enough, forgets what is old, and leaves nothing unwritten. */
export function tend(
  { jobs, log, onReady, onClose }: Pick<PluginContext, 'jobs' | 'log' | 'onClose' | 'onReady'>,
  { tracking, settings, approveDue, now }: TendParts,
): void {
  // The first click is not to wait for what the database says of the programme.
  onReady(async () => void (await settings.get()));
  onClose(tracking.clicks.close);
  jobs.schedule({
    name: 'affiliate_approval',
    title: 'Affiliates: approve commissions that have waited long enough',
    every: QUARTER,
    overlap: false,
    async run() {
      const { approveAfterHold } = await settings.get();
      const approved = approveAfterHold ? await approveDue(now()) : 0;
      if (approved > 0) log.info({ approved }, 'Commissions were approved whose days are over');
    },
  });
  jobs.schedule({
    name: 'affiliate_retention',
    title: 'Affiliates: forget salts and visitors of days that are over, and old clicks',
    every: HOUR,
    overlap: false,
    run: () => tracking.forgetOld(now()),
  });
}
