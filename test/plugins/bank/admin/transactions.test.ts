import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankSite, openBankSite } from '../routes/bank-site.js';

describe('transaction administration', () => {
  let site: BankSite;
  let ids: number[];
  beforeAll(async () => {
    site = await openBankSite();
    ids = await site.come(
      { amount: 12_50, name: 'Ada', variableSymbol: '77', iban: 'CZ6508000000192000145399' },
      { amount: 99_00, bookedOn: '2026-03-05', direction: 'debit', remittance: 'Rent' },
      { amount: 500, currency: 'JPY', bookedOn: '2026-03-09', isPending: true },
    );
  });
  afterAll(() => site.close());

  const see = async (query: string) =>
    (await site.host.visit(`/admin/bank/transactions?${query}`, { as: site.admin })).text();
  const listed = async (query: string) =>
    [...(await see(query)).matchAll(/\/admin\/bank\/transactions\/(\d+)"/g)].map(([, id]) => ids.indexOf(Number(id)));

  it.each([
    ['', [2, 1, 0]],
    ['orderby=amount&order=asc', [2, 0, 1]],
    ['direction=debit', [1]],
    ['booking_status=pending', [2]],
    ['currency=jpy', [2]],
    ['from=2026-03-05&to=2026-03-05', [1]],
    ['min=12.50&max=90', [0]],
    ['currency=JPY&min=500', [2]],
    ['currency=JPY&min=501', []],
    ['variable_symbol=77', [0]],
    ['iban=cz65+0800+0000+1920+0014+5399', [0]],
    ['order_id=nothing', []],
    ['search=rent', [1]],
  ])('filters by %s', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it.each([
    ['from=2026-02-30', '“2026-02-30” is not a valid date'],
    ['min=12,5', '“12,5” is not a valid amount'],
    ['currency=JPY&min=1.5', '“1.5” is not a valid amount'],
    ['currency=x&min=1.5', '“x” is not a valid value'],
    ['account=x', '“x” is not a valid value'],
  ])('shows an error, no rows and no file for %s', async (query, sentence) => {
    expect(await see(query)).toContain(sentence);
    expect(await listed(query)).toEqual([]);
    const file = await site.host.visit(`/admin/bank/transactions/export.csv?${query}`, { as: site.admin });
    expect(file.status).toBe(422);
  });

  it('exports the filtered rows in the order of import', async () => {
    const page = await see('direction=credit&orderby=amount');
    expect(page).toContain('/admin/bank/transactions/export.csv?direction=credit"');
    const file = await site.host.visit('/admin/bank/transactions/export.csv?direction=credit', { as: site.admin });
    const [, ...rows] = (await file.text()).trim().split('\r\n');
    expect(rows.map((row) => ids.indexOf(Number(row.split(',')[0])))).toEqual([0, 2]);
  });
});
