import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Test } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../../../support/basic.js';
import { entry, lines, statementOf } from '../importing/import-site.js';
import { type BankSite, openBankSite } from './bank-site.js';

const PATH = '/api/vendor-bank/v1/process-transactions';

let site: BankSite;
beforeEach(async () => {
  site = await openBankSite();
  site.host.hooks.addFilter('vendor_bank_parsers', (formats) => [lines(), ...formats]);
});
afterEach(() => site.close());

async function drop(name = 'march.jsonl'): Promise<void> {
  const parts = statementOf([entry(), entry({ amount: -1 })]);
  await writeFile(path.join(site.inbox, name), parts.map((part) => JSON.stringify(part)).join('\n'));
}

/** Calls the endpoint with the secret, as a program does. */
async function withSecret(query = '', method = 'GET', headers = {}, body?: object) {
  const secret = await site.bank.secret.rotate();
  return new Test(site.url, method, `${PATH}${query}`).set('X-Vendor-Bank-Secret', secret).set(headers).send(body);
}

const asAdmin = (query = '') =>
  site.host.request('GET', `/vendor-bank/v1/process-transactions${query}`, { as: site.admin });

describe('GET /process-transactions', () => {
  it('runs for an administrator, with the full report', async () => {
    await drop();
    const { status, data, headers } = await asAdmin();
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store' });
    expect(data).toMatchObject({
      success: true,
      forced: false,
      dry_run: false,
      totals: { sources: 1, files: 1, fetched: 1, new: 1, errors: 1 },
      sources: [{ id: 'inbox', format: 'lines', status: 'ok', fetched: 1, new: 1, duplicates: 0, error: null }],
      errors: [{ severity: 'error', code: 'entry_invalid', file: 'march.jsonl' }],
    });
    const { started_at, next_run_at } = data as { started_at: string; next_run_at: string };
    expect(Date.parse(next_run_at) - Date.parse(started_at)).toBe(60_000);
  });

  it('runs with the secret, without any names in the report', async () => {
    await drop();
    const secret = await site.bank.secret.rotate();
    const ways: [string, Record<string, string>][] = [
      [`?secret=${secret}`, {}],
      ['', { 'X-Vendor-Bank-Secret': secret }],
      ['', { Authorization: `Bearer ${secret}` }],
    ];
    for (const [query, sent] of ways) {
      const { status, body: data, headers, text } = await site.http.get(`${PATH}${query}`).set(sent);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(data).toMatchObject({ success: true, totals: { sources: 1 } });
      expect(text).not.toMatch(/inbox|march|sources":\[|errors":\[/);
      await site.forgetRuns();
    }
  });

  it('also runs by POST, with the secret in a header or in the body', async () => {
    const secret = await site.bank.secret.rotate();
    expect(await withSecret('', 'POST', {}, { dry_run: true })).toMatchObject({
      status: 200,
      body: { dry_run: true },
    });
    expect(await site.http.post(PATH).send({ secret, force: 1 })).toMatchObject({
      status: 200,
      body: { forced: true },
    });
  });

  it('records a warning for a secret in the query, and rejects it there if the settings say so', async () => {
    const secret = await site.bank.secret.rotate();
    expect((await site.http.get(`${PATH}?secret=${secret}`)).status).toBe(200);
    expect((await site.bank.runs.list({ limit: 1, offset: 0 })).runs).toMatchObject([
      { trigger: 'secret', started_by: null, errors: [{ severity: 'warning', code: 'secret_in_address' }] },
    ]);
    await site.host.settings.save('bank', { secretInQuery: false });
    await site.forgetRuns();
    expect((await site.http.get(`${PATH}?secret=${secret}`)).status).toBe(403);
    expect((await withSecret()).status).toBe(200);
  });

  it('runs for an administrator with an application password', async () => {
    const { password } = await site.host.applicationPasswords.create(site.admin.id, { name: 'Cron' });
    expect(await site.http.get(PATH).auth(site.admin.login, password)).toMatchObject({
      status: 200,
      body: { sources: [{ id: 'inbox' }] },
    });
  });

  it('returns the same 403 for all wrong credentials and for other users', async () => {
    await site.bank.secret.rotate();
    const calls: [string, Record<string, string>][] = [
      ['', {}],
      ['?secret=', {}],
      ['?secret=wrong', {}],
      [`?secret=${'x'.repeat(2000)}`, {}],
      ['', { 'X-Vendor-Bank-Secret': 'wrong' }],
      ['', { Authorization: 'Bearer wrong' }],
      ['', basic(site.admin.login, 'wrong')],
      ['', { 'X-API-Key': 'vk_1_wrong' }],
      ['', { Cookie: 'cms_session=wrong' }],
    ];
    for (const [query, sent] of calls) {
      const { status, body: data, headers } = await site.http.get(`${PATH}${query}`).set(sent);
      expect(headers['cache-control']).toContain('no-store');
      expect([query, sent, status, (data as { code: string }).code]).toEqual([
        query,
        sent,
        403,
        'vendor_bank_forbidden',
      ]);
    }
    const editor = await site.host.createUser('editor');
    const answer = await site.host.request('GET', '/vendor-bank/v1/process-transactions', { as: editor });
    expect(answer).toMatchObject({ status: 403, data: { code: 'vendor_bank_forbidden' } });
    expect((await site.bank.runs.list({ limit: 1, offset: 0 })).total).toBe(0);
  });

  it('returns 403 for every secret until one is created', async () => {
    for (const secret of ['', 'undefined', 'null', '0']) {
      expect((await site.http.get(`${PATH}?secret=${secret}`)).status).toBe(403);
    }
  });

  it('returns 429 after ten wrong secrets from an IP address in a minute', async () => {
    const secret = await site.bank.secret.rotate();
    for (let index = 0; index < 10; index += 1) {
      expect((await site.http.get(`${PATH}?secret=wrong-${index}`)).status).toBe(403);
    }
    const eleventh = await site.http.get(`${PATH}?secret=wrong`);
    expect(eleventh).toMatchObject({ status: 429, body: { code: 'rest_too_many_requests' } });
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0);
    // The right secret still works behind the same proxy, because 32 bytes cannot be guessed.
    expect((await site.http.get(PATH).set('X-Vendor-Bank-Secret', secret)).status).toBe(200);
  });

  it('returns 429 shortly after the last run, unless it is forced', async () => {
    expect((await asAdmin()).status).toBe(200);
    const { status, data, headers } = await asAdmin();
    expect(status).toBe(429);
    expect(data).toMatchObject({ code: 'vendor_bank_too_soon', data: { status: 429 } });
    expect((data as { data: object }).data).toEqual(
      expect.objectContaining({ last_run_at: expect.any(String), next_run_at: expect.any(String) }),
    );
    expect(Number(headers['Retry-After'])).toBeGreaterThan(50);
    expect(await asAdmin('?force=1')).toMatchObject({ status: 200, data: { forced: true } });
  });

  it('returns the next start after a dry run, which waits only for real runs', async () => {
    const nextOf = async (query: string) => ((await asAdmin(query)).data as Record<string, string>).next_run_at;
    const { started_at, next_run_at } = (await asAdmin('?dry_run=1')).data as Record<string, string>;
    expect(next_run_at).toBe(started_at);
    const next = await nextOf('');
    expect(await nextOf('?dry_run=1&force=1')).toBe(next);
  });

  it('waits for the interval in the settings', async () => {
    await site.host.settings.save('bank', { runInterval: 86_400 });
    const { data } = await asAdmin();
    const { started_at, next_run_at } = data as { started_at: string; next_run_at: string };
    expect(Date.parse(next_run_at) - Date.parse(started_at)).toBe(86_400_000);
    await expect(site.host.settings.save('bank', { runInterval: 29 })).rejects.toThrow();
  });

  it('returns 409 while another run is in progress', async () => {
    await site.host.locks.run('bank:bank_run', async () => {
      expect(await asAdmin('?force=1')).toMatchObject({
        status: 409,
        data: { code: 'vendor_bank_locked', data: { run_id: null, locked_since: null } },
        headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
      });
    });
  });

  it('returns 502 when no source can be read', async () => {
    await writeFile(path.join(site.inbox, 'letter.txt'), 'What is this?');
    expect(await withSecret()).toMatchObject({
      status: 502,
      body: { code: 'vendor_bank_source_failed', data: { totals: { errors: 1 } } },
    });
  });

  it.each(['0', 'false', ''])('does not force a run with force=%s', async (force) => {
    expect(await withSecret(`?force=${force}`)).toMatchObject({ status: 200, body: { forced: false } });
  });

  it.each(['2', 'yes'])('returns 400 with force=%s', async (force) => {
    expect(await withSecret(`?force=${force}`)).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect((await site.bank.runs.list({ limit: 1, offset: 0 })).total).toBe(0);
  });

  it('runs nothing for HEAD and for prefetching browsers', async () => {
    await drop();
    expect((await withSecret('', 'HEAD')).status).toBe(405);
    const looks = [
      ['Sec-Purpose', 'prefetch'],
      ['Sec-Purpose', 'prefetch;prerender'],
      ['Purpose', 'prefetch'],
    ] as const;
    for (const [name, value] of looks) {
      expect(await withSecret('', 'GET', { [name]: value })).toMatchObject({
        status: 405,
        body: { code: 'vendor_bank_not_run' },
      });
    }
    expect((await site.bank.runs.list({ limit: 1, offset: 0 })).total).toBe(0);
  });

  it('returns the response that a filter changed', async () => {
    site.host.hooks.addFilter('vendor_bank_response', (view, run) => ({ ...view, success: run.totals.errors === 0 }));
    await drop();
    expect(await asAdmin()).toMatchObject({ status: 200, data: { success: false } });
  });
});
