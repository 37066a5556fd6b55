import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BankSite, openBankSite } from './bank-site.js';

describe('the history of runs over REST', () => {
  let site: BankSite;
  beforeEach(async () => {
    site = await openBankSite();
  });
  afterEach(() => site.close());

  it('has the newest first, each with all that is known of it', async () => {
    expect((await site.call('GET', '/runs')).data).toMatchObject({
      data: [],
      pagination: { total: 0, total_pages: 0 },
    });
    await site.call('POST', '/process-transactions', { body: { dry_run: true } });
    await site.call('POST', '/process-transactions', { body: {} });
    await writeFile(path.join(site.inbox, 'letter.txt'), 'What is this?');
    expect((await site.call('POST', '/process-transactions', { body: { force: 1 } })).status).toBe(502);
    const { data, headers } = await site.call('GET', '/runs?per_page=2');
    expect(data).toMatchObject({
      success: true,
      data: [
        {
          ...{ run_id: 3, status: 'failed', trigger: 'session', started_by: site.admin.id, forced: true },
          ...{ totals: { errors: 1 }, sources: [{ id: 'inbox', status: 'failed' }] },
          errors: [{ severity: 'error', file: 'letter.txt' }],
        },
        { run_id: 2, status: 'finished', dry_run: false },
      ],
      pagination: { page: 1, per_page: 2, total: 3, total_pages: 2 },
    });
    expect(headers).toMatchObject({ 'X-CMS-Total': '3' });
    expect((await site.call('GET', '/runs/1')).data).toMatchObject({ run_id: 1, dry_run: true });
    expect(await site.call('GET', '/runs/4')).toMatchObject({ status: 404, data: { code: 'vendor_bank_not_found' } });
  });
});
