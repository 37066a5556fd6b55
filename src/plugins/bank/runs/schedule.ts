import { HostError } from '../../../index.js';
import type { OwnedJobs } from '../../../services.js';
import type { Processing } from './process.js';

/** Error codes that are no failure of a scheduled run: another run is in progress or was recent. */
const PASSED_OVER = ['vendor_bank_locked', 'vendor_bank_too_soon'];

/**
 * Schedules runs, each in one process of the site. Failures are in the history, and the next scheduled run retries.
 * @param times cron expression; empty to disable
 */
export function scheduleRuns(
  jobs: Pick<OwnedJobs, 'schedule'>,
  { process }: Pick<Processing, 'process'>,
  times: () => Promise<string>,
): void {
  jobs.schedule({
    name: 'bank_process_transactions',
    title: 'Bank transactions: fetch, import and match',
    cron: times,
    overlap: false,
    attempts: 1,
    async run() {
      try {
        const run = await process({ trigger: 'schedule', startedBy: null, isForced: false, isDryRun: false });
        return { run_id: run.run_id };
      } catch (error) {
        if (error instanceof HostError && PASSED_OVER.includes(error.code)) return { passed_over: error.code };
        throw error;
      }
    },
  });
}
