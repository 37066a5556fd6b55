import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BankSite, openBankSite } from './bank-site.js';

describe('run history REST API', () => {
  let site: BankSite;
  beforeEach(async () => {
    site = await openBankSite();
  });
  afterEach(() => site.close());

  it('lists the newest run first, each with all details', async () => {
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
          run_id: 3,
          status: 'failed',
          trigger: 'session',
          started_by: site.admin.id,
          forced: true,
          totals: { errors: 1 },
          sources: [{ id: 'inbox', status: 'failed' }],
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

  it.each(['runs', 'accounts', 'profiles', 'sources', 'rules'])('rejects a page past the end of /%s', async (list) => {
    const pages = Number((await site.call('GET', `/${list}?per_page=1`)).headers['X-CMS-TotalPages']);
    expect((await site.call('GET', `/${list}?per_page=1&page=${Math.max(1, pages)}`)).status).toBe(200);
    expect(await site.call('GET', `/${list}?per_page=1&page=${Math.max(1, pages) + 1}`)).toMatchObject({
      status: 400,
      data: { code: 'vendor_bank_invalid_page' },
    });
  });

  it('filters by status, source and start date', async () => {
    await site.call('POST', '/process-transactions', { body: { dry_run: true } });
    await writeFile(path.join(site.inbox, 'letter.txt'), 'What is this?');
    await site.call('POST', '/process-transactions', { body: { force: 1 } });
    const { state } = await site.host.db.query
      .selectFrom('runs')
      .select('state')
      .where('number', '=', 1)
      .executeTakeFirstOrThrow();
    await site.host.db.query
      .updateTable('runs')
      .set({ created_at: '2026-03-31 23:59:59.999', state: state.replace('"id":"inbox"', '"id":"inbox_2"') })
      .where('number', '=', 1)
      .execute();
    const queries: [string, number[]][] = [
      ['', [2, 1]],
      ['?status=failed', [2]],
      ['?status=running', []],
      ['?source=inbox', [2]],
      ['?source=inbox_2', [1]],
      ['?source=inboxx2', []],
      ['?to=2026-03-31', [1]],
      ['?to=2026-03-30', []],
      ['?from=2026-03-31&to=2026-03-31', [1]],
      ['?from=2026-04-01', [2]],
      ['?status=failed&to=2026-03-31', []],
    ];
    for (const [query, ids] of queries) {
      const { status, data } = await site.call('GET', `/runs${query}`);
      expect([query, status, (data.data as { run_id: number }[]).map(({ run_id: id }) => id)]).toEqual([
        query,
        200,
        ids,
      ]);
      expect(data.pagination).toMatchObject({ total: ids.length });
    }
    for (const query of ['status=ok', 'source=In Box', 'source=%25', 'from=2026-02-30', 'to=today']) {
      expect(await site.call('GET', `/runs?${query}`)).toMatchObject({
        status: 400,
        data: { code: 'rest_invalid_param' },
      });
    }
  });
});

describe('short REST lists', () => {
  let site: BankSite;
  beforeEach(async () => {
    site = await openBankSite();
  });
  afterEach(() => site.close());

  const source = (name: string) => ({ name, kind: 'upload', settings: { format: 'camt' } });

  it('are paginated like the long ones', async () => {
    for (const name of ['b', 'a', 'c']) await site.call('POST', '/sources', { body: source(name) });
    const { data, headers } = await site.call('GET', '/sources?per_page=2&page=2');
    expect(data).toMatchObject({
      success: true,
      data: [{ name: 'c' }],
      pagination: { page: 2, per_page: 2, total: 3, total_pages: 2 },
    });
    expect(headers).toMatchObject({ 'X-CMS-Total': '3', 'X-CMS-TotalPages': '2' });
    const profiles = await site.call('GET', '/profiles?per_page=5');
    expect((profiles.data.data as unknown[]).length).toBe(5);
    expect(profiles.data.pagination).toMatchObject({ total: (await site.bank.profiles.list()).length });
    expect((await site.call('GET', '/sources?per_page=101')).status).toBe(400);
  });

  it('contain the accounts of statements, for administrators only', async () => {
    expect((await site.call('GET', '/accounts')).data).toMatchObject({ data: [], pagination: { total: 0 } });
    await site.host.db.insert('bank_accounts', {
      account_key: 'CZ6508000000192000145399',
      iban: 'CZ6508000000192000145399',
      number: '',
      bank_code: '0800',
      bic: '',
      name: 'Business',
      currency: 'CZK',
      created_at: '2026-03-01 00:00:00.000',
    });
    expect((await site.call('GET', '/accounts')).data).toMatchObject({
      success: true,
      data: [{ id: 1, iban: 'CZ6508000000192000145399', bank_code: '0800', name: 'Business', currency: 'CZK' }],
      pagination: { page: 1, total: 1 },
    });
    const editor = await site.host.createUser('editor');
    expect((await site.call('GET', '/accounts', { as: editor })).status).toBe(403);
    expect((await site.call('GET', '/accounts', { as: null })).status).toBe(401);
  });
});
