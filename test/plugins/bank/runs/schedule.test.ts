import { HostError } from 'mortise';
import { describe, expect, it } from 'vitest';
import type { ScheduleDefinition } from '../../../../src/core/services/schedule/schedule.js';
import { scheduleRuns } from '../../../../src/plugins/bank/runs/schedule.js';
import { openBankSite } from '../routes/bank-site.js';

describe('scheduled runs', () => {
  it('start at the times of the settings, and are recorded as scheduled', async () => {
    const site = await openBankSite();
    try {
      const { schedules, settings } = site.host;
      const scheduled = async () => (await schedules.list()).find(({ name }) => name === 'bank_process_transactions');
      expect(await scheduled()).toMatchObject({ when: '', nextAt: null });
      await settings.save('bank', { schedule: '0 6 * * *' });
      expect(await scheduled()).toMatchObject({ when: '0 6 * * *', nextAt: expect.any(Date) });
      await schedules.begin('bank_process_transactions');
      await site.host.work();
      const { runs } = await site.bank.runs.list({ limit: 5, offset: 0 });
      expect(runs).toMatchObject([{ trigger: 'schedule', started_by: null, forced: false, status: 'finished' }]);
    } finally {
      await site.close();
    }
  });

  it('are skipped during another run, and fail when the sources are down', async () => {
    let definition: ScheduleDefinition | undefined;
    let refusal: HostError;
    const schedule = (scheduled: ScheduleDefinition): void => {
      definition = scheduled;
    };
    scheduleRuns({ schedule }, { process: async () => Promise.reject(refusal) }, async () => '');
    const run = () => definition?.run?.({} as never);
    refusal = new HostError('vendor_bank_locked', 'Another one.', { status: 409 });
    expect(await run()).toEqual({ passed_over: 'vendor_bank_locked' });
    refusal = new HostError('vendor_bank_source_failed', 'All are away.', { status: 502 });
    await expect(run()).rejects.toBe(refusal);
  });
});
