import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bank } from '../../../../src/plugins/bank/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { type BankSite, openBankSite } from './bank-site.js';

describe.each(dialects)('receivables REST API on $name', (dialect) => {
  let site: BankSite;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [bank()]);
    drop = database.drop;
    site = await openBankSite({ database: database.url });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const create = (body: object) => site.call('POST', '/receivables', { body });
  const owe = async (reference: string, more: object = {}): Promise<number> =>
    (await create({ reference, amount_due: 100, currency: 'EUR', ...more })).data.id as number;

  it('creates, reads, updates, cancels and reopens a receivable', async () => {
    const body = { reference: 'INV-7', amount_due: '12.50', currency: 'EUR', customer: 'ada', due_on: '2026-04-01' };
    const { status, data } = await create({ ...body, iban: 'de89 3704 0044 0532 0130 00' });
    expect([status, data]).toEqual([
      201,
      {
        id: 1,
        reference: 'INV-7',
        customer: 'ada',
        iban: 'DE89370400440532013000',
        currency: 'EUR',
        amount_due: 12.5,
        amount_due_minor: 1250,
        amount_paid: 0,
        amount_paid_minor: 0,
        amount_left: 12.5,
        amount_left_minor: 1250,
        amount_tolerated: 0,
        amount_tolerated_minor: 0,
        status: 'open',
        due_on: '2026-04-01',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect((await site.call('GET', '/receivables/1')).data).toEqual(data);
    const changed = await site.call('PUT', '/receivables/1', { body: { amount_due: 20, due_on: null } });
    expect(changed).toMatchObject({ status: 200, data: { reference: 'INV-7', amount_due: 20, due_on: null } });
    for (const _ of [1, 2]) {
      expect((await site.call('POST', '/receivables/1/cancel')).data).toMatchObject({ status: 'cancelled' });
    }
    expect((await site.call('POST', '/receivables/1/reopen')).data).toMatchObject({ status: 'open', amount_due: 20 });
  });

  it('keeps the amount in another currency, and not its minor units', async () => {
    const id = await owe('1');
    expect((await site.call('PUT', `/receivables/${id}`, { body: { currency: 'JPY' } })).data).toMatchObject({
      currency: 'JPY',
      amount_due: 100,
      amount_due_minor: 100,
    });
    const cents = await owe('2', { amount_due: 1.5 });
    expect(await site.call('PUT', `/receivables/${cents}`, { body: { currency: 'JPY' } })).toMatchObject({
      status: 400,
      data: { code: 'vendor_bank_invalid_param' },
    });
  });

  it('deletes a receivable only while nothing has ever paid it', async () => {
    const [free, paid] = [await owe('1'), await owe('2')];
    expect(await site.call('DELETE', `/receivables/${free}`)).toMatchObject({
      status: 200,
      data: { deleted: true, previous: { id: free, reference: '1' } },
    });
    expect((await site.call('GET', `/receivables/${free}`)).status).toBe(404);
    expect((await site.call('DELETE', `/receivables/${free}`)).status).toBe(404);
    const [id] = await site.come({ currency: 'EUR' });
    await site.call('POST', `/transactions/${id}/match`, { body: { orders: [{ order_id: paid }] } });
    const refused = { status: 409, data: { code: 'vendor_bank_already_paid' } };
    expect(await site.call('DELETE', `/receivables/${paid}`)).toMatchObject(refused);
    expect(await site.call('POST', `/receivables/${paid}/cancel`)).toMatchObject(refused);
    expect(await site.call('PUT', `/receivables/${paid}`, { body: { currency: 'USD' } })).toMatchObject(refused);
    await site.call('POST', `/transactions/${id}/unmatch`);
    // The undone payment stays on record and refers to it.
    expect(await site.call('DELETE', `/receivables/${paid}`)).toMatchObject(refused);
    expect((await site.call('POST', `/receivables/${paid}/cancel`)).status).toBe(200);
  });

  it('filters, searches, sorts and paginates the list', async () => {
    await owe('A-1', { customer: 'ada', due_on: '2026-03-01' });
    await owe('A-2', { customer: 'Bob', due_on: '2026-05-01', amount_due: 5 });
    await owe('B-3', { currency: 'CZK' });
    await site.call('POST', '/receivables/3/cancel');
    const queries: [string, number[]][] = [
      ['', [3, 2, 1]],
      ['?status=cancelled', [3]],
      ['?customer=ada', [1]],
      ['?currency=EUR&orderby=amount_due&order=asc', [2, 1]],
      ['?due_to=2026-03-01', [1]],
      ['?search=a-', [2, 1]],
      ['?search=bo', [2]],
      ['?per_page=2&page=2', [1]],
    ];
    for (const [query, expected] of queries) {
      const { data } = await site.call('GET', `/receivables${query}`);
      expect([query, (data.data as { id: number }[]).map(({ id }) => id)]).toEqual([query, expected]);
    }
    const { data, headers } = await site.call('GET', '/receivables?per_page=2');
    expect(data.pagination).toEqual({ page: 1, per_page: 2, total: 3, total_pages: 2 });
    expect(headers).toMatchObject({ 'X-CMS-Total': '3' });
  });

  it('rejects invalid input and unknown ids', async () => {
    await owe('INV 007');
    const calls: [object, number, string][] = [
      [{ amount_due: 1, currency: 'EUR' }, 400, 'rest_missing_callback_param'],
      [{ reference: '5', amount_due: 0, currency: 'EUR' }, 400, 'vendor_bank_invalid_param'],
      [{ reference: '5', amount_due: 1.005, currency: 'EUR' }, 400, 'vendor_bank_invalid_param'],
      [{ reference: '5', amount_due: '1,5', currency: 'EUR' }, 400, 'vendor_bank_invalid_param'],
      [{ reference: '5', amount_due: 1, currency: 'XQX' }, 400, 'vendor_bank_invalid_param'],
      [{ reference: '000', amount_due: 1, currency: 'EUR' }, 400, 'vendor_bank_invalid_param'],
      [{ reference: '5', amount_due: 1, currency: 'EUR', iban: '12' }, 400, 'vendor_bank_invalid_param'],
      [{ reference: '5', amount_due: 1, currency: 'EUR', due_on: '1.4.2026' }, 400, 'rest_invalid_param'],
      [{ reference: '5', amount_due: true, currency: 'EUR' }, 400, 'rest_invalid_param'],
      [{ reference: '5', amount_due: 1, currency: 'EUR', status: 'paid' }, 400, 'rest_invalid_param'],
      [{ reference: 'inv-007', amount_due: 1, currency: 'EUR' }, 409, 'vendor_bank_reference_taken'],
    ];
    for (const [body, status, code] of calls) {
      const answer = await create(body);
      expect([body, answer.status, answer.data.code]).toEqual([body, status, code]);
    }
    for (const [method, path] of [
      ['GET', '/receivables/99'],
      ['PUT', '/receivables/99'],
      ['POST', '/receivables/99/cancel'],
    ] as const) {
      expect(await site.call(method, path, method === 'GET' ? {} : { body: {} })).toMatchObject({
        status: 404,
        data: { code: 'vendor_bank_not_found' },
      });
    }
    expect((await site.call('GET', '/receivables')).data).toMatchObject({ pagination: { total: 1 } });
  });
});
