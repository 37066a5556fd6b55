import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Test } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../../../support/basic.js';
import { sendParts } from '../../../support/upload-site.js';
import { type BankServer, sendJson, startBank } from '../sources/bank-server.js';
import { type BankSite, openBankSite } from './bank-site.js';

const BASE = '/api/vendor-bank/v1';
const ACCOUNT = 'DE02100100109307118603';
const PROFILE = {
  kind: 'csv',
  name: 'our-bank',
  label: 'Our bank',
  dates: ['DD.MM.YYYY'],
  decimal: ',',
  currency: 'EUR',
  header: ['Tag', 'Betrag', 'Zweck'],
  fields: { bookedOn: 'Tag', amount: 'Betrag', remittance: 'Zweck' },
};
const CSV = 'Tag;Betrag;Zweck\n02.03.2026;1,50;A\n03.03.2026;-2,00;B\n';

let site: BankSite;
let folder: string;
let headers: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mortise-arriving-'));
  site = await openBankSite({ uploadFolder: folder });
  const { password } = await site.host.applicationPasswords.create(site.admin.id, { name: 'Statements' });
  headers = basic(site.admin.login, password);
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

type Fields = Readonly<Record<string, string>>;

/** @param content content of the file, null for no file */
function upload(where: string, content: string | null, fields: Fields = {}) {
  const parts = Object.entries(fields).map(([name, text]) => ({ name, content: text }));
  const file = content === null ? [] : [{ name: 'file', fileName: 'march.csv', type: 'text/csv', content }];
  return sendParts(site.http.post(`${BASE}${where}`).set(headers), [...parts, ...file]);
}

const call = (method: string, where: string, json?: object) =>
  new Test(site.url, method, `${BASE}${where}`).set(headers).send(json);
const rows = () => site.host.db.query.selectFrom('bank_transactions').selectAll().orderBy('id').execute();

describe('uploaded statement', () => {
  beforeEach(async () => {
    expect((await call('POST', '/profiles', { profile: PROFILE })).status).toBe(201);
  });

  it('is previewed, and nothing is stored', async () => {
    const { status, body: data } = await upload('/detect', CSV, { account: ACCOUNT });
    expect([status, data]).toMatchObject([
      200,
      {
        format: 'csv',
        encoding: 'utf-8',
        profile: 'our-bank',
        count: 2,
        from: '2026-03-02',
        to: '2026-03-03',
        accounts: [{ iban: ACCOUNT, currency: 'EUR' }],
        sums: [{ currency: 'EUR', entries: 2, credit: 1.5, credit_minor: 150, debit: 2, debit_minor: 200 }],
        entries: [{ position: 'line 2', amount: 1.5, remittance: 'A' }, { direction: 'debit' }],
      },
    ]);
    expect([await rows(), await readdir(folder)]).toEqual([[], []]);
  });

  it('is tried in a dry run, imported and matched, and then skipped as a known file', async () => {
    const rehearsal = await upload('/import', CSV, { account: ACCOUNT, dry_run: 'true' });
    expect(rehearsal.body).toMatchObject({ success: true, dry_run: true, new: 2, matched: null });
    expect(await rows()).toEqual([]);
    const imported = await upload('/import', CSV, { account: ACCOUNT });
    expect(imported.body).toMatchObject({ format: 'csv', new: 2, matched: { unmatched: 1, ignored: 1 } });
    expect((await rows()).map(({ amount, status }) => [amount, status])).toEqual([
      [150, 'unmatched'],
      [200, 'ignored'],
    ]);
    expect((await upload('/import', CSV, { account: ACCOUNT })).body).toMatchObject({ known_file: true, fetched: 0 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is read again after its profile was changed', async () => {
    await upload('/import', CSV, { account: ACCOUNT });
    await call('PUT', '/profiles/our-bank', { profile: { ...PROFILE, isInverted: true } });
    expect((await upload('/import', CSV, { account: ACCOUNT })).body).toMatchObject({ known_file: false, new: 2 });
  });

  it('uses the settings of an upload source', async () => {
    const source = { name: 'post', kind: 'upload', settings: { account: ACCOUNT, profile: 'our-bank' } };
    const { body: data } = await call('POST', '/sources', source);
    expect((await upload('/import', CSV, { source: 'post' })).body).toMatchObject({ new: 2 });
    expect((await rows())[0]?.source_id).toBe((data as { id: number }).id);
    expect((await upload('/import', CSV, { source: 'none' })).status).toBe(400);
  });

  it.each<[string, number, string, string | null, Fields]>([
    ['no file', 400, 'vendor_bank_invalid_param', null, {}],
    ['a letter', 400, 'vendor_bank_unknown_format', 'Dear bank', {}],
    ['columns that no profile has', 400, 'vendor_bank_parse_failed', 'a;b\n1;2\n', { account: ACCOUNT }],
    ['nobody’s account', 400, 'vendor_bank_invalid_param', CSV, {}],
    ['a format that there is not', 400, 'vendor_bank_unknown_format', CSV, { format: 'xls' }],
    ['a packed file', 415, 'vendor_bank_unsupported_media', 'PK\x03\x04rest', {}],
    ['a wrong currency', 400, 'rest_invalid_param', CSV, { currency: 'euro' }],
    ['a field that nobody knows', 400, 'rest_invalid_param', CSV, { colour: 'red' }],
  ])('is refused for %s, and leaves nothing behind', async (_name, status, code, content, fields) => {
    for (const where of ['/detect', '/import']) {
      const { body: data, ...answer } = await upload(where, content, fields);
      expect([where, answer.status, data]).toMatchObject([where, status, { code }]);
    }
    expect([await rows(), await readdir(folder)]).toEqual([[], []]);
  });

  it('reports a missing profile, with the columns of the file', async () => {
    const { body: data } = await upload('/detect', 'Posting;Sum\n1;2\n', { account: ACCOUNT });
    expect(data).toMatchObject({ data: { reason: 'no_profile', columns: ['Posting', 'Sum'] } });
    const json = await upload('/detect', '{"rows":[]}', { account: ACCOUNT, format: 'json' });
    expect(json.body).toMatchObject({ data: { reason: 'no_profile' } });
  });

  it('is refused while something else is stored, but can be tried in a dry run', async () => {
    const lease = await site.host.locks.acquire('bank:bank_run');
    const locked = await upload('/import', CSV, { account: ACCOUNT });
    expect([locked.status, locked.body, locked.headers['retry-after']]).toMatchObject([
      409,
      { code: 'vendor_bank_locked' },
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await upload('/import', CSV, { account: ACCOUNT, dry_run: 'true' })).status).toBe(200);
    await lease?.release();
  });

  it('requires an administrator', async () => {
    headers = {};
    for (const where of ['/detect', '/import', '/profiles/check']) {
      expect([where, (await upload(where, CSV)).status]).toEqual([where, 401]);
    }
    const editor = await site.host.createUser('editor');
    const listed = await site.host.request('GET', '/vendor-bank/v1/sources', { as: editor });
    expect(listed.status).toBe(403);
  });
});

describe('custom bank profile', () => {
  it('is tried on a file before it is stored', async () => {
    const tried = await upload('/profiles/check', CSV, { profile: JSON.stringify(PROFILE), account: ACCOUNT });
    expect([tried.status, tried.body]).toMatchObject([200, { profile: 'our-bank', count: 2 }]);
    for (const profile of ['{', JSON.stringify({ ...PROFILE, decimal: '?' })]) {
      expect(await upload('/profiles/check', CSV, { profile, account: ACCOUNT })).toMatchObject({
        status: 400,
        body: { code: 'vendor_bank_invalid_param' },
      });
    }
  });

  it('is stored, read, updated and deleted, and has a unique name', async () => {
    expect(await call('POST', '/profiles', { profile: PROFILE })).toMatchObject({ status: 201 });
    expect(await call('POST', '/profiles', { profile: PROFILE })).toMatchObject({
      status: 409,
      body: { code: 'vendor_bank_profile_exists' },
    });
    const changed = await call('PUT', '/profiles/our-bank', { profile: { ...PROFILE, label: 'Ours' } });
    expect(changed.body).toMatchObject({ name: 'our-bank', label: 'Ours', built_in: false });
    const { data } = (await call('GET', '/profiles')).body as { data: { name: string; built_in: boolean }[] };
    expect(data[0]).toMatchObject({ name: 'our-bank', built_in: false });
    expect(data.filter((one) => one.built_in).length).toBeGreaterThan(10);
    expect((await call('DELETE', '/profiles/our-bank')).body).toMatchObject({ deleted: true });
    expect((await call('GET', '/profiles/our-bank')).status).toBe(404);
  });

  it('reports its invalid members by name', async () => {
    const { status, body: data } = await call('POST', '/profiles', { profile: { ...PROFILE, dates: [], colour: 1 } });
    expect([status, data]).toMatchObject([
      400,
      {
        code: 'vendor_bank_invalid_param',
        data: { params: { dates: expect.any(String), colour: expect.any(String) } },
      },
    ]);
    const builtIn = ((await call('GET', '/profiles')).body as { data: { name: string }[] }).data[0]?.name;
    expect((await call('DELETE', `/profiles/${builtIn}`)).status).toBe(404);
  });
});

describe('bank source', () => {
  let bank: BankServer;
  beforeEach(async () => {
    bank = await startBank((_request, response) => sendJson(response, {}));
  });
  afterEach(() => bank.close());

  const create = (more: object = {}) =>
    call('POST', '/sources', {
      name: 'ours',
      kind: 'http-json',
      settings: { url: `${bank.url}/list` },
      secrets: { Authorization: 'Bearer s3cret' },
      ...more,
    });

  it('never shows its secrets, and stores them encrypted', async () => {
    const created = await create();
    expect([created.status, created.body]).toMatchObject([201, { managed: true, secret_names: ['Authorization'] }]);
    const listed = await call('GET', '/sources');
    expect(created.text + listed.text).not.toContain('s3cret');
    const [row] = await site.host.db.query.selectFrom('bank_sources').select('secret').execute();
    expect(row?.secret).not.toContain('s3cret');
  });

  it('requires its secrets again when its server changes', async () => {
    const { id } = (await create()).body as { id: number };
    const elsewhere = { settings: { url: 'https://else.example/list' } };
    expect(await call('PUT', `/sources/${id}`, elsewhere)).toMatchObject({ status: 400 });
    const response = await call('PUT', `/sources/${id}`, { ...elsewhere, secrets: {} });
    expect([response.status, response.body]).toMatchObject([200, { secret_names: [] }]);
    expect((await call('DELETE', `/sources/${id}`)).body).toMatchObject({ deleted: true });
    expect((await call('GET', `/sources/${id}`)).status).toBe(404);
  });

  it('does not connect to the private network of the site', async () => {
    const { id } = (await create()).body as { id: number };
    expect(await call('POST', `/sources/${id}/test`)).toMatchObject({
      status: 422,
      body: { code: 'vendor_bank_address_private' },
    });
    expect(bank.requests).toEqual([]);
  });

  it.each<[string, object]>([
    ['an address without a server', { settings: { url: '/list' } }],
    ['a password in the address', { settings: { url: 'https://me:pass@bank.example/' } }],
    ['a header of two lines', { secrets: { Authorization: 'a\r\nHost: b' } }],
    ['what its kind does not take', { kind: 'fio', secrets: { token: 'a'.repeat(64) } }],
    ['no token', { kind: 'fio', settings: {}, secrets: {} }],
    ['a day that there is not', { settings: { url: 'https://bank.example/', since: '2026-02-30' } }],
    ['a name with blanks', { name: 'Our bank' }],
  ])('is refused for %s', async (_name, more) => {
    expect((await create(more)).status).toBe(400);
  });

  it('has a unique name', async () => {
    await create();
    expect(await create()).toMatchObject({ status: 409, body: { code: 'vendor_bank_source_exists' } });
  });
});

describe('run schedule', () => {
  it('is validated before it is saved', async () => {
    const save = (schedule: string) => site.host.settings.save('bank', { schedule });
    await expect(save('often')).rejects.toMatchObject({ code: 'settings_value_invalid' });
    await save('*/15 6-20 * * 1-5');
  });
});
