import { pino } from 'pino';
import type { Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { openProgramSite, type ProgramSite, type TestAffiliate } from './program-site.js';

const PATH = '/api/vendor-affiliate/v1/track/conversion';

describe.each(dialects)('POST /track/conversion on $name', (dialect) => {
  let site: ProgramSite;
  let ada: TestAffiliate;
  let key: string;
  let url: string;
  let drop: () => Promise<void>;
  let sent = 0;
  const messages: string[] = [];

  beforeAll(async () => {
    const database = await migratedDatabase(dialect, [affiliate()]);
    ({ drop, url } = database);
    const log = pino({ level: 'warn' }, { write: (line: string) => void messages.push(line) });
    site = await openProgramSite({ database: url, trustProxy: true, allowInsecureAuth: true, log });
    ada = await site.add('ada');
    ({ key } = await site.host.apiKeys.create({ name: 'Form', scopes: ['affiliate:track'] }));
  });
  afterAll(async () => {
    await site.close();
    await drop();
  });
  beforeEach(async () => {
    messages.length = 0;
    const { query } = site.host.db;
    await query.deleteFrom('affiliate_commissions').execute();
    await query.deleteFrom('affiliate_conversions').execute();
  });

  /** Sends each request from its own IP address, unless a test sets one. */
  const track = (json: object, headers: Readonly<Record<string, string>> = {}) => {
    sent += 1;
    const own = { 'X-Vendor-API-Key': key, 'X-Forwarded-For': `198.51.${sent >> 8}.${sent & 255}` };
    return site.http.post(PATH).set(own).set(headers).send(json);
  };
  /** Changes the rate limit for one test. */
  function limitBy(callback: Parameters<typeof site.host.hooks.addFilter<'vendor_affiliate_rate_limit'>>[1]): void {
    const filter = site.host.hooks.addFilter('vendor_affiliate_rate_limit', callback);
    onTestFinished(() => void filter.remove());
  }
  const codeOf = ({ status, body }: Response) => [status, (body as { code: string }).code];
  const stored = async () => {
    const { query } = site.host.db;
    return {
      conversions: await query.selectFrom('affiliate_conversions').selectAll().orderBy('id').execute(),
      commissions: await query.selectFrom('affiliate_commissions').selectAll().orderBy('id').execute(),
    };
  };

  it('records a form submission with its commission', async () => {
    const body = { affiliate_code: 'Ada', amount: 80.5, form_id: 'order', customer_email: 'jane@example.org' };
    const { status, body: data } = await track({ ...body, external_id: 'A-1', meta: { size: 7 } });
    expect([status, data]).toEqual([
      201,
      {
        success: true,
        conversion_id: expect.any(Number),
        commission_id: expect.any(Number),
        status: 'pending',
        type: 'custom_form',
        amount: 80.5,
        amount_minor: 8050,
        commission_amount: 8.05,
        commission_amount_minor: 805,
        currency: 'EUR',
        rounded: false,
        duplicate: false,
      },
    ]);
    const { conversions, commissions } = await stored();
    expect(conversions).toMatchObject([{ affiliate_id: ada.id, form_id: 'order', amount: 8050, origin: 'form' }]);
    expect(commissions).toMatchObject([{ affiliate_id: ada.id, amount: 805, status: 'pending' }]);
  });

  it('returns the recorded conversion for a repeated id, and rejects the id with other data', async () => {
    const body = { affiliate_code: 'ada', amount: '12.50', external_id: 'A-1' };
    const first = await track(body);
    const again = await track(body);
    expect([again.status, again.body]).toEqual([200, { ...(first.body as object), duplicate: true }]);
    expect(codeOf(await track({ ...body, amount: 13 }))).toEqual([422, 'vendor_affiliate_idempotency_mismatch']);
    expect((await stored()).conversions).toHaveLength(1);
  });

  it('replays the response to an Idempotency-Key, and rejects the key with other data', async () => {
    const body = { affiliate_code: 'ada', amount: 10 };
    const first = await track(body, { 'Idempotency-Key': 'k-1' });
    const again = await track(body, { 'Idempotency-Key': 'k-1' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const other = await track({ ...body, amount: 11 }, { 'Idempotency-Key': 'k-1' });
    expect(codeOf(other)).toEqual([422, 'rest_idempotency_key_reused']);
    expect((await stored()).conversions).toHaveLength(1);
  });

  it('records twenty concurrent requests with one id once', async () => {
    const body = { affiliate_code: 'ada', amount: 10, external_id: 'A-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => track(body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    const { conversions, commissions } = await stored();
    expect([conversions.length, commissions.length]).toEqual([1, 1]);
  });

  it.each([
    ['no amount', { affiliate_code: 'ada' }],
    ['no code', { amount: 1 }],
    ['an amount below 0', { affiliate_code: 'ada', amount: -0.01 }],
    ['an amount above a million', { affiliate_code: 'ada', amount: 1_000_000.01 }],
    ['text above a million', { affiliate_code: 'ada', amount: '1000000.01' }],
    ['a comma', { affiliate_code: 'ada', amount: '12,50' }],
    ['words', { affiliate_code: 'ada', amount: 'abc' }],
    ['an exponent', { affiliate_code: 'ada', amount: '1e3' }],
    ['a sign', { affiliate_code: 'ada', amount: '+5' }],
    ['no digit before the point', { affiliate_code: 'ada', amount: '.5' }],
    ['no digit after the point', { affiliate_code: 'ada', amount: '5.' }],
    ['blanks around an amount', { affiliate_code: 'ada', amount: ' 5 ' }],
    ['text below 0', { affiliate_code: 'ada', amount: '-1' }],
    ['no amount in the text', { affiliate_code: 'ada', amount: '' }],
    ['another currency', { affiliate_code: 'ada', amount: 1, currency: 'USD' }],
    ['no address of mail', { affiliate_code: 'ada', amount: 1, customer_email: 'jane' }],
    ['a list for data', { affiliate_code: 'ada', amount: 1, meta: [1] }],
  ])('rejects %s with 400', async (_what, body) => {
    const { status, body: data } = await track(body);
    expect(status).toBe(400);
    expect((data as { code: string }).code).toMatch(
      /^(?:rest_(?:invalid|missing_callback)_param|vendor_affiliate_invalid_param)$/,
    );
    expect((await stored()).conversions).toEqual([]);
  });

  it.each([
    [0.1 + 0.2, 0.3, true],
    [99.999, 100, true],
    ['12.345', 12.34, true],
    ['12.355', 12.36, true],
    [12.34, 12.34, false],
    ['12.340', 12.34, false],
    [1e-7, 0, true],
  ])('rounds the amount %s half to even: %s', async (amount, recorded, rounded) => {
    const { status, body } = await track({ affiliate_code: 'ada', amount });
    expect(status).toBe(201);
    expect(body).toMatchObject({ amount: recorded, rounded });
  });

  it('accepts numbers for IDs, and a campaign with spaces', async () => {
    const ids = { form_id: 12, external_id: 4711, customer_ref: 99, campaign: ' Été 2026 ' };
    expect((await track({ affiliate_code: 'ada', amount: 1, ...ids })).status).toBe(201);
    expect((await stored()).conversions).toMatchObject([{ form_id: '12', customer_ref: '99', campaign: 'Été 2026' }]);
    expect(await track({ affiliate_code: 'ada', amount: 1, ...ids })).toMatchObject({ body: { duplicate: true } });
  });

  it('keeps the IDs of API keys apart', async () => {
    const other = await site.host.apiKeys.create({ name: 'Other shop', scopes: ['affiliate:track'] });
    const first = await track({ affiliate_code: 'ada', amount: 10, external_id: 'o-1' });
    const second = await track(
      { affiliate_code: 'ada', amount: 25, external_id: 'o-1' },
      { 'X-Vendor-API-Key': other.key },
    );
    expect([first.status, second.status]).toEqual([201, 201]);
    const { key: rotated } = await site.host.apiKeys.rotate(other.record.id, 0);
    const again = await track(
      { affiliate_code: 'ada', amount: 25, external_id: 'o-1' },
      { 'X-Vendor-API-Key': rotated },
    );
    expect([again.status, again.body]).toMatchObject([200, { ...second.body, duplicate: true }]);
    const { id } = (await stored()).conversions[1] ?? {};
    expect(id).toBe((second.body as { conversion_id: number }).conversion_id);
  });

  it('recognizes a repeated ID that was stored before IDs were kept apart', async () => {
    const body = { affiliate_code: 'ada', amount: 10, external_id: 'old-1' };
    const { body: first } = await track(body);
    const { query } = site.host.db;
    for (const table of ['affiliate_conversions', 'affiliate_commissions'] as const) {
      await query.updateTable(table).set({ reference: 'old-1' }).execute();
    }
    const reopened = await openProgramSite({ database: url, trustProxy: true, allowInsecureAuth: true });
    onTestFinished(() => reopened.close());
    const send = (json: object) => reopened.http.post(PATH).set({ 'X-Vendor-API-Key': key }).send(json);
    expect((await send(body)).body).toEqual({ ...first, duplicate: true });
    expect((await send({ ...body, amount: 11 })).status).toBe(201);
  });

  it('rejects an unknown code and an inactive affiliate', async () => {
    await site.add('cleo', 'inactive');
    expect(codeOf(await track({ affiliate_code: 'nobody', amount: 1 }))).toEqual([
      404,
      'vendor_affiliate_affiliate_not_found',
    ]);
    expect(codeOf(await track({ affiliate_code: 'cleo', amount: 1 }))).toEqual([403, 'vendor_affiliate_inactive']);
  });

  it('records a zero amount, which earns nothing at a percentage', async () => {
    const { status, body: data } = await track({ affiliate_code: 'ada', amount: 0 });
    expect([status, data]).toMatchObject([201, { commission_id: null, status: null, commission_amount: 0 }]);
  });

  it('accepts only keys with the scope', async () => {
    const body = { affiliate_code: 'ada', amount: 1 };
    const { key: other } = await site.host.apiKeys.create({ name: 'Other', scopes: ['read', 'manage_options'] });
    expect((await site.http.post(PATH).send(body)).status).toBe(401);
    expect((await track(body, { 'X-Vendor-API-Key': other })).status).toBe(403);
    expect((await track(body, { 'X-Vendor-API-Key': `${key}x` })).status).toBe(401);
    expect((await stored()).conversions).toEqual([]);
  });

  it('accepts a valid rate from keys with the override scope, and from no others', async () => {
    const body = { affiliate_code: 'ada', amount: 100, external_id: 'R-1', rate_type: 'percentage', rate: 12.34 };
    expect(codeOf(await track(body))).toEqual([403, 'vendor_affiliate_forbidden_field']);
    const scopes = ['affiliate:track', 'rate:override'];
    const { key: own } = await site.host.apiKeys.create({ name: 'Shop', scopes });
    const headers = { 'X-Vendor-API-Key': own };
    expect((await track(body, headers)).body).toMatchObject({ commission_amount_minor: 1234, duplicate: false });
    expect((await track(body, headers)).body).toMatchObject({ commission_amount_minor: 1234, duplicate: true });
    expect(codeOf(await track({ ...body, rate: 99 }, headers))).toEqual([422, 'vendor_affiliate_idempotency_mismatch']);
    const flat = { affiliate_code: 'ada', amount: 0, rate_type: 'flat', rate: '7.50' };
    expect((await track(flat, headers)).body).toMatchObject({ commission_amount_minor: 750 });
    const wrong = [{ rate: 100.01 }, { rate: 1.005 }, { rate: -1 }, { rate: 'much' }, { rate: undefined }];
    for (const fault of wrong) {
      const faulty = { ...body, external_id: 'R-2', ...fault };
      expect(codeOf(await track(faulty, headers))).toEqual([400, 'vendor_affiliate_invalid_param']);
    }
    expect((await stored()).conversions).toHaveLength(2);
  });

  it('allows ten requests a minute per IP address, including wrong keys, and sends Retry-After', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.7' };
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await track({ affiliate_code: 'ada', amount: count }, from)).status);
      statuses.push(
        (await track({ affiliate_code: 'ada', amount: 1 }, { ...from, 'X-Vendor-API-Key': 'guess' })).status,
      );
    }
    expect(statuses).toEqual([201, 401, 201, 401, 201, 401, 201, 401, 201, 401]);
    const { status, body: data, headers } = await track({ affiliate_code: 'ada', amount: 9 }, from);
    expect([status, data]).toMatchObject([429, { code: 'rest_too_many_requests', data: { status: 429, limit: 10 } }]);
    expect(headers).toMatchObject({ 'ratelimit-policy': '"track";q=10;w=60', ratelimit: expect.stringMatching(/r=0/) });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await track({ affiliate_code: 'ada', amount: 9 })).status).toBe(201);
  });

  it('counts IPv6 addresses by /64', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const from = { 'X-Forwarded-For': `2001:db8:1:2:${count}::${count + 1}` };
      statuses.push((await track({ affiliate_code: 'ada', amount: count }, from)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await track({ affiliate_code: 'ada', amount: 1 }, { 'X-Forwarded-For': '2001:db8:1:3::1' })).status).toBe(
      201,
    );
  });

  it('applies a higher limit from a filter', async () => {
    const partner = '203.0.113.9';
    limitBy(async (limit, { remoteAddress }) => (remoteAddress === partner ? 12 : limit));
    const statuses: number[] = [];
    for (let count = 0; count < 13; count += 1) {
      statuses.push((await track({ affiliate_code: 'ada', amount: count }, { 'X-Forwarded-For': partner })).status);
    }
    expect(statuses).toEqual([...Array(12).fill(201), 429]);
  });

  it.each([-5, 0, 2.5, 100_001, Number.NaN, Number.POSITIVE_INFINITY, '20'])(
    'falls back to the default limit when a filter returns %s',
    async (answer) => {
      limitBy(() => answer as number);
      const from = { 'X-Forwarded-For': '203.0.113.8' };
      const { status, headers } = await track({ affiliate_code: 'ada', amount: 1 }, from);
      expect([status, headers['ratelimit-policy']]).toEqual([201, '"track";q=10;w=60']);
      expect(messages.join()).toContain('vendor_affiliate_rate_limit');
    },
  );

  it.each([1, 100_000])('accepts the limit %s, the minimum or the maximum, from a filter', async (answer) => {
    limitBy(() => answer);
    const { status, headers } = await track({ affiliate_code: 'ada', amount: 1 });
    expect([status, headers['ratelimit-policy']]).toEqual([201, `"track";q=${answer};w=60`]);
  });

  it('records sales and refunds from shop actions', async () => {
    const { hooks } = site.host;
    await hooks.doActionAsync('vendor_affiliate_record_sale', {
      affiliateCode: 'ada',
      amount: 50,
      reference: 'order-7',
    });
    await hooks.doActionAsync('vendor_affiliate_record_sale', {
      affiliateCode: 'ada',
      amount: 50,
      reference: 'order-7',
    });
    expect((await stored()).commissions).toMatchObject([{ type: 'sale', origin: 'host', amount: 500 }]);
    await hooks.doActionAsync('vendor_affiliate_refund_sale', { reference: 'order-7' });
    expect((await stored()).commissions).toMatchObject([{ status: 'refunded' }]);
  });
});
