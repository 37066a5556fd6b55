import { HostError, type OwnedJobs } from '../../../index.js';
import type { Processing } from './process.js';

/** What is no failure of a scheduled run: another one is going on, or was a moment ago. */
const PASSED_OVER = ['vendor_bank_locked', 'vendor_bank_too_soon'];

/**
 * Has runs begin at the times of the settings, each once, whichever processes the site has. What went wrong is in the
 * history, and the next time is another attempt.
 * @param times as of cron; empty for never
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
