import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bank } from '../../../../src/plugins/bank/index.js';
import { BrowserAgent } from '../../../support/browser-agent.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { type BankSite, openBankSite } from './bank-site.js';

const BASE = '/api/vendor-bank/v1';
const PROCESS = `${BASE}/process-transactions`;
/** One route of each kind that an administrator may read. */
const READS = ['/transactions', '/runs', '/sources', '/profiles', '/accounts', '/receivables', '/rules', '/export.csv'];

describe('cookie session', () => {
  let site: BankSite;
  beforeEach(async () => {
    site = await openBankSite();
  });
  afterEach(() => site.close());

  async function loggedIn() {
    const browser = new BrowserAgent(site.url);
    await browser.logIn(site.admin.login, site.admin.password);
    return browser;
  }

  it('is refused without its nonce, and with the nonce of another session', async () => {
    const [mine, theirs] = [await loggedIn(), await loggedIn()];
    const nonce = await theirs.nonce();
    for (const path of READS) {
      expect([path, (await mine.get(BASE + path)).status]).toEqual([path, 401]);
      const wrong = await mine.get(BASE + path).set('X-CMS-Nonce', nonce);
      expect([path, wrong.status]).toEqual([path, 403]);
      const right = await theirs.get(BASE + path).set('X-CMS-Nonce', nonce);
      expect([path, right.status]).toEqual([path, 200]);
    }
  });

  it('starts no run by GET or POST without a nonce, or with the nonce of another session', async () => {
    const [mine, theirs] = [await loggedIn(), await loggedIn()];
    const nonce = await theirs.nonce();
    for (const method of ['get', 'post'] as const) {
      expect((await mine[method](PROCESS)).status).toBe(403);
      expect((await mine[method](PROCESS).set('X-CMS-Nonce', nonce)).status).toBe(403);
    }
    expect((await site.bank.runs.list({ limit: 1, offset: 0 })).total).toBe(0);
  });

  it('loses access when the user loses the role', async () => {
    const browser = await loggedIn();
    const headers = { 'X-CMS-Nonce': await browser.nonce() };
    expect((await browser.get(`${BASE}/runs`).set(headers)).status).toBe(200);
    await site.host.createUser('administrator');
    await site.host.users.update(site.admin.id, { roles: ['editor'] });
    for (const path of READS) {
      expect([path, (await browser.get(BASE + path).set(headers)).status]).toEqual([path, 403]);
    }
    expect((await browser.post(PROCESS).set(headers)).status).toBe(403);
  });
});

describe('secret guessing', () => {
  let site: BankSite;
  afterEach(() => site.close());

  const guess = (headers: Record<string, string>) =>
    site.http.get(PROCESS).set('X-Vendor-Bank-Secret', 'wrong').set(headers);
  const statuses = async (count: number, headers: (index: number) => Record<string, string>) => {
    const all: number[] = [];
    for (let index = 0; index < count; index += 1) all.push((await guess(headers(index))).status);
    return all;
  };
  const LIMITED = [...Array.from({ length: 10 }, () => 403), 429, 429];

  it('is limited per IP address, whatever X-Forwarded-For says', async () => {
    site = await openBankSite();
    await site.bank.secret.rotate();
    expect(await statuses(12, (index) => ({ 'X-Forwarded-For': `203.0.113.${index}` }))).toEqual(LIMITED);
  });

  it('is limited by the address that the proxy adds, not by addresses sent to the proxy', async () => {
    site = await openBankSite({ trustProxy: 1 });
    await site.bank.secret.rotate();
    const through = (index: number) => ({ 'X-Forwarded-For': `203.0.113.${index}, 198.51.100.7` });
    expect(await statuses(12, through)).toEqual(LIMITED);
    // Other clients of the same proxy are not limited.
    expect((await guess({ 'X-Forwarded-For': '198.51.100.8' })).status).toBe(403);
  });

  it('is limited across all headers, and a batch of guesses starts no run', async () => {
    site = await openBankSite();
    await site.bank.secret.rotate();
    const ways = [{ Authorization: 'Bearer wrong' }, { 'X-Vendor-Bank-Secret': 'wrong' }];
    expect(await statuses(12, (index) => ways[index % 2] ?? {})).toEqual(LIMITED);
    const requests = Array.from({ length: 12 }, () => ({
      method: 'POST',
      path: '/vendor-bank/v1/process-transactions',
    }));
    const batch = await site.http
      .post('/api/batch/v1')
      .send({ requests: requests.map((one) => ({ ...one, body: { secret: 'guess' } })) });
    expect(batch.text).not.toMatch(/"run_id"/);
    expect((await site.bank.runs.list({ limit: 1, offset: 0 })).total).toBe(0);
  });

  it('fails for repeated, overlong and non-text secrets, without echoing the secret', async () => {
    site = await openBankSite();
    const secret = await site.bank.secret.rotate();
    const calls = [
      site.http.get(`${PROCESS}?secret=${secret}x&secret=${secret}y`),
      site.http.get(`${PROCESS}?secret[]=${secret}x`),
      site.http.post(PROCESS).send({ secret: { toString: secret } }),
      site.http.post(PROCESS).send({ secret: [secret] }),
      site.http.get(`${PROCESS}?secret=${'x'.repeat(5000)}`),
      site.http.get(PROCESS).set('X-Vendor-Bank-Secret', `${secret}, ${secret}`),
    ];
    for (const { status, text } of await Promise.all(calls)) {
      expect([400, 403]).toContain(status);
      expect(text).not.toContain(secret);
    }
    expect((await site.bank.runs.list({ limit: 1, offset: 0 })).total).toBe(0);
  });
});

describe.each(dialects)('two concurrent processes on $name', (dialect) => {
  let first: BankSite;
  let second: BankSite;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [bank()]);
    drop = database.drop;
    const options = { database: database.url, allowInsecureAuth: true };
    first = await openBankSite(options);
    second = await openBankSite(options);
  });
  afterEach(async () => {
    await first.close();
    await second.close();
    await drop();
  });

  it('run one at a time: the others are refused, and no run is left open', async () => {
    const run = (site: BankSite) => site.call('POST', '/process-transactions', { body: { force: 1 } });
    const answers = await Promise.all([run(first), run(second), run(first), run(second)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const { status, data } of answers) if (status !== 200) expect(data.code).toBe('vendor_bank_locked');
    const { runs } = await first.bank.runs.list({ limit: 10, offset: 0 });
    expect(runs.length).toBe(statuses.filter((status) => status === 200).length);
    for (const { status } of runs) expect(status).toBe('finished');
  });

  it('pay an order with a transaction only once', async () => {
    const { id: order } = await first.bank.receivables.create({ reference: '7', amountDue: 100_00, currency: 'CZK' });
    const [id = 0] = await first.come({});
    const match = (site: BankSite) =>
      site.call('POST', `/transactions/${id}/match`, { body: { orders: [{ order_id: String(order) }] } });
    const answers = await Promise.all([match(first), match(second), match(first), match(second)]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await second.bank.receivables.get(Number(order))).toMatchObject({ status: 'paid', amountPaid: 100_00 });
  });
});
