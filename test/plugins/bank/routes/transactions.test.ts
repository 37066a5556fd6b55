import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bank } from '../../../../src/plugins/bank/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { type BankSite, openBankSite } from './bank-site.js';

describe.each(dialects)('transaction list on $name', (dialect) => {
  let site: BankSite;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [bank()]);
    drop = database.drop;
    site = await openBankSite({ database: database.url, allowInsecureAuth: true });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  it('is filtered, searched and sorted', async () => {
    const [small = 0, large = 0, debit = 0, yen = 0] = await site.come(
      { amount: 99_99, name: 'Žofie Nováková', variableSymbol: '1001', iban: 'CZ6508000000192000145399' },
      { amount: 100_00, bookedOn: '2026-03-05', remittance: 'Invoice 50% off', status: 'review', accountId: 2 },
      { direction: 'debit', amount: 5_00, bookedOn: '2026-02-27', endToEndId: 'E2E-7', isPending: true },
      { amount: 100, currency: 'JPY', bookedOn: '2026-03-09', bankReference: 'REF-1' },
    );
    const queries: [string, number[]][] = [
      ['', [yen, large, small, debit]],
      ['?orderby=amount&order=asc', [yen, debit, small, large]],
      ['?orderby=id&order=asc', [small, large, debit, yen]],
      ['?status=review', [large]],
      ['?direction=debit', [debit]],
      ['?booking_status=pending', [debit]],
      ['?account_id=2', [large]],
      ['?run_id=7', []],
      ['?currency=JPY', [yen]],
      ['?from=2026-03-02&to=2026-03-05', [large, small]],
      ['?currency=CZK&amount_min=99.99', [large, small]],
      ['?currency=CZK&amount_min=100&amount_max=100.00', [large]],
      ['?currency=JPY&amount_max=100', [yen]],
      ['?variable_symbol=1001', [small]],
      ['?iban=cz65%200800%200000%201920%200014%205399', [small]],
      ['?search=nov%C3%A1kov', [small]],
      ['?search=50%25', [large]],
      ['?search=E2E-7', [debit]],
      ['?search=E2E', []],
      ['?search=REF-1', [yen]],
    ];
    for (const [query, expected] of queries) {
      const { status, data } = await site.call('GET', `/transactions${query}`);
      expect([query, status, (data.data as { id: number }[]).map(({ id }) => id)]).toEqual([query, 200, expected]);
    }
  });

  it('is paginated, with the payments of each transaction', async () => {
    const { id: order } = await site.bank.receivables.create({ reference: '1', amountDue: 100_00, currency: 'CZK' });
    const ids = await site.come({ variableSymbol: '1' }, {}, {}, {}, {});
    expect(
      (await site.call('POST', `/transactions/${ids[0]}/match`, { body: { orders: [{ order_id: order }] } })).status,
    ).toBe(200);
    const { data, headers } = await site.call('GET', '/transactions?per_page=2&page=3&orderby=id');
    expect(data).toMatchObject({
      success: true,
      data: [{ id: ids[0], status: 'matched', matches: [{ order_id: order, amount: 100, by: site.admin.id }] }],
      pagination: { page: 3, per_page: 2, total: 5, total_pages: 3 },
    });
    expect(headers).toMatchObject({ 'X-CMS-Total': '5', 'X-CMS-TotalPages': '3' });
    expect((await site.call('GET', `/transactions?order_id=${order}`)).data).toMatchObject({ data: [{ id: ids[0] }] });
    expect(await site.call('GET', '/transactions?page=4&per_page=2')).toMatchObject({
      status: 400,
      data: { code: 'vendor_bank_invalid_page' },
    });
  });

  it('is exported as CSV over more than one page, with formulas escaped', async () => {
    await site.come(...Array.from({ length: 501 }, (_, index) => ({ amount: index + 1, remittance: 'two\nlines' })), {
      amount: 12_50,
      name: '=HYPERLINK("http://x")',
      status: 'ignored',
    });
    const { password } = await site.host.applicationPasswords.create(site.admin.id, { name: 'Export' });
    const file = (query = '') =>
      site.http.get(`/api/vendor-bank/v1/export.csv${query}`).auth(site.admin.login, password);
    const { status, headers, text } = await file();
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      ...[200, 'text/csv; charset=utf-8', 'attachment; filename="transactions.csv"'],
    ]);
    const { parse } = await import('csv-parse/sync');
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows).toHaveLength(502);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(502);
    expect(rows[0]).toMatchObject({ amount: '0.01', currency: 'CZK', remittance: 'two\nlines', status: 'new' });
    expect(rows.at(-1)).toMatchObject({ amount: '12.50', counterparty_name: `'=HYPERLINK("http://x")` });
    expect(parse((await file('?status=ignored')).text, { columns: true })).toHaveLength(1);
    expect(parse((await file('?search=nobody')).text)).toHaveLength(1);
  });
});

describe('transaction REST API', () => {
  let site: BankSite;
  beforeEach(async () => {
    site = await openBankSite();
  });
  afterEach(() => site.close());

  const owe = async (reference: string, more = {}): Promise<string> =>
    (await site.bank.receivables.create({ reference, amountDue: 60_00, currency: 'CZK', ...more })).id;
  const step = (id: number, verb: string, body?: object) =>
    site.call('POST', `/transactions/${id}/${verb}`, body ? { body } : {});

  it('returns a transaction, or 404', async () => {
    const [id] = await site.come({ amount: 1_50, variableSymbol: '7', name: 'Ada' });
    expect(await site.call('GET', `/transactions/${id}`)).toMatchObject({
      status: 200,
      data: {
        id,
        direction: 'credit',
        amount: 1.5,
        amount_minor: 150,
        amount_text: '1.50',
        currency: 'CZK',
        booked_on: '2026-03-02',
        counterparty: { name: 'Ada' },
        variable_symbol: '7',
        status: 'new',
        allocated: 0,
        unallocated: 1.5,
        matches: [],
      },
    });
    expect(await site.call('GET', '/transactions/999')).toMatchObject({
      status: 404,
      data: { code: 'vendor_bank_not_found' },
    });
  });

  it('matches a transaction with orders, in whole or in part, and undoes it', async () => {
    const [one, other] = [await owe('1001'), await owe('1002')];
    const [id = 0] = await site.come({ amount: 100_00 });
    const orders = [{ order_id: one }, { order_id: Number(other), amount: '40.00' }];
    expect(await step(id, 'match', { orders })).toMatchObject({
      status: 200,
      data: {
        status: 'partial',
        allocated: 100,
        unallocated: 0,
        rule: 'manual',
        decided_by: site.admin.id,
        matches: [
          { order_id: one, amount: 60, rule: 'manual', score: 100, by: site.admin.id },
          { order_id: other, amount: 40 },
        ],
      },
    });
    expect(await step(id, 'match', { orders })).toMatchObject({
      status: 409,
      data: { code: 'vendor_bank_already_matched', data: { transaction_status: 'partial' } },
    });
    for (const _ of [1, 2]) {
      expect(await step(id, 'unmatch')).toMatchObject({ status: 200, data: { status: 'unmatched', matches: [] } });
    }
    expect((await site.call('GET', `/receivables/${one}`)).data).toMatchObject({ status: 'open', amount_paid: 0 });
  });

  it('ignores a transaction, and undoes it', async () => {
    const [id = 0] = await site.come({});
    for (const _ of [1, 2]) expect((await step(id, 'ignore')).data).toMatchObject({ status: 'ignored' });
    expect((await step(id, 'unmatch')).data).toMatchObject({ status: 'unmatched' });
  });

  it('rejects an invalid request, and changes nothing', async () => {
    const [order, euros] = [await owe('1001'), await owe('1002', { currency: 'EUR' })];
    const cancelled = await owe('1003');
    await site.bank.receivables.cancel(Number(cancelled));
    const [id = 0, reversed = 0] = await site.come({}, { status: 'reversed' });
    const calls: [number, string, object | undefined, number, string][] = [
      [id, 'match', { orders: [{ order_id: euros }] }, 422, 'vendor_bank_currency_mismatch'],
      [id, 'match', { orders: [{ order_id: cancelled }] }, 409, 'vendor_bank_order_cancelled'],
      [id, 'match', { orders: [{ order_id: '99' }] }, 404, 'vendor_bank_not_found'],
      [999, 'match', { orders: [{ order_id: order }] }, 404, 'vendor_bank_not_found'],
      [id, 'match', { orders: [{ order_id: order, amount: '12,50' }] }, 400, 'vendor_bank_invalid_param'],
      [id, 'match', { orders: [{ order_id: order, amount: 1.005 }] }, 400, 'vendor_bank_invalid_param'],
      [id, 'match', { orders: [{ order_id: order, amount: 1000 }] }, 400, 'vendor_bank_invalid_param'],
      [id, 'match', { orders: [{ order_id: order }, { order_id: order }] }, 400, 'vendor_bank_invalid_param'],
      [id, 'match', { orders: [] }, 400, 'rest_invalid_param'],
      [id, 'match', { orders: [{ amount: 5 }] }, 400, 'rest_invalid_param'],
      [id, 'match', { orders: [{ order_id: order, sum: 5 }] }, 400, 'rest_invalid_param'],
      [id, 'match', { orders: 'all', order_id: order }, 400, 'rest_invalid_param'],
      [id, 'match', undefined, 400, 'rest_missing_callback_param'],
      [reversed, 'unmatch', undefined, 409, 'vendor_bank_invalid_transition'],
      [999, 'ignore', undefined, 404, 'vendor_bank_not_found'],
    ];
    for (const [transaction, verb, body, status, code] of calls) {
      const answer = await step(transaction, verb, body);
      expect([verb, body, answer.status, answer.data.code]).toEqual([verb, body, status, code]);
    }
    expect((await site.call('GET', `/transactions/${id}`)).data).toMatchObject({ status: 'new', matches: [] });
  });

  it('returns 409 while something else is stored', async () => {
    const [id = 0] = await site.come({});
    await site.host.locks.run('bank:bank_run', async () => {
      expect(await step(id, 'ignore')).toMatchObject({
        status: 409,
        data: { code: 'vendor_bank_locked' },
        headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
      });
    });
  });

  it.each([
    ['status=paid', 'status'],
    ['direction=in', 'direction'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['account_id=x', 'account_id'],
    ['currency=euro', 'currency'],
    ['orderby=remittance', 'orderby'],
    ['per_page=101', 'per_page'],
  ])('rejects the filter %s', async (query, name) => {
    expect(await site.call('GET', `/transactions?${query}`)).toMatchObject({
      status: 400,
      data: { code: 'rest_invalid_param', data: { params: { [name]: expect.any(String) } } },
    });
  });

  it('rejects an amount filter without its currency or with an invalid amount', async () => {
    for (const query of ['amount_min=5', 'currency=JPY&amount_max=0.5', 'currency=CZK&amount_min=1e3']) {
      expect(await site.call('GET', `/transactions?${query}`)).toMatchObject({
        status: 400,
        data: { code: 'vendor_bank_invalid_param' },
      });
    }
  });

  it('requires an administrator', async () => {
    const editor = await site.host.createUser('editor');
    const [id] = await site.come({});
    const routes = [
      ['GET', '/transactions'],
      ['GET', `/transactions/${id}`],
      ['POST', `/transactions/${id}/unmatch`],
      ['POST', `/transactions/${id}/ignore`],
      ['GET', '/export.csv'],
      ['GET', '/receivables'],
      ['DELETE', '/receivables/1'],
      ['GET', '/rules'],
      ['DELETE', '/rules/split'],
      ['GET', '/runs'],
    ] as const;
    for (const [method, path] of routes) {
      expect([path, (await site.call(method, path, { as: null })).status]).toEqual([path, 401]);
      expect([path, (await site.call(method, path, { as: editor })).status]).toEqual([path, 403]);
    }
  });
});
