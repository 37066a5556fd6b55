import { describe, expect, it } from 'vitest';
import { qif } from '../../../../../src/plugins/bank/formats/qif/qif.js';
import { dayOrderOf, readQifDay } from '../../../../../src/plugins/bank/formats/qif/qif-day.js';
import { codesOf, readParts } from '../read-parts.js';

const defaults = { account: '123456', currency: 'EUR' };
const record = (day: string, amount: string, more = ''): string => `D${day}\nT${amount}\nPAnna Example\n${more}^\n`;
const read = (content: string, options = {}) => readParts(qif, content, { ...defaults, ...options });

describe('QIF file', () => {
  it('has entries with day, amount, name, text and number', async () => {
    const parts = await read(`!Type:Bank\n${record('02/28/2026', '1,234.56', 'MInvoice 7 VS:42\nN17\nLIncome\n')}`);
    expect(parts.entries).toMatchObject([
      {
        direction: 'credit',
        amount: 123_456,
        bookedOn: '2026-02-28',
        counterparty: { name: 'Anna Example' },
        remittance: 'Invoice 7 VS:42',
        variableSymbol: '42',
        bankReference: '17',
        position: 'line 2',
      },
    ]);
    expect(parts.accounts).toMatchObject([{ number: '123456', currency: 'EUR' }]);
  });

  it('names its account in a list of accounts', async () => {
    const content = `!Account\nNChecking\nTBank\n^\n!Type:Bank\n${record('28.02.2026', '-12,50')}`;
    const parts = await read(content, { account: undefined });
    expect(parts.accounts).toMatchObject([{ number: 'Checking' }]);
    expect(parts.entries).toMatchObject([{ direction: 'debit', amount: 12_50, bookedOn: '2026-02-28' }]);
  });

  it('skips lists and investments, with a warning', async () => {
    const parts = await read(`!Type:Cat\nNFood\n^\n!Type:Bank\n${record('02/28/26', '1.00')}!Type:Invst\nD1/1/26\n^\n`);
    expect([parts.entries.length, ...codesOf(parts)]).toEqual([1, 'records_skipped']);
  });

  it('leaves the other entries intact when one is invalid', async () => {
    const bad = `${record('02/28/2026', '1,000') + record('nonsense', '1.00')}PNobody\n^\n`;
    const parts = await read(`!Type:CCard\n${bad}${record('02/28/2026', '2.00')}`);
    expect([parts.sum, ...codesOf(parts)]).toEqual([200, 'amount_invalid', 'date_invalid', 'amount_missing']);
  });

  it('needs to know the order of its days, the account and the currency', async () => {
    const ambiguous = `!Type:Bank\n${record('03/04/2026', '1.00')}`;
    await expect(read(ambiguous)).rejects.toMatchObject({
      code: 'vendor_bank_invalid_param',
      data: { params: { day_order: expect.any(String) } },
    });
    expect((await read(ambiguous, { dayOrder: 'dmy' })).entries[0]?.bookedOn).toBe('2026-04-03');
    expect((await read(ambiguous, { dayOrder: 'mdy' })).entries[0]?.bookedOn).toBe('2026-03-04');
    const clear = `!Type:Bank\n${record('02/28/2026', '1.00')}`;
    await expect(read(clear, { currency: undefined })).rejects.toMatchObject({
      data: { params: { currency: expect.any(String) } },
    });
    expect(codesOf(await read(clear, { account: undefined }))).toEqual(['account_missing']);
  });

  it('is recognized by its first line', () => {
    for (const head of ['!Type:Bank\nD1', '\ufeff!Type:CCard', '!Option:AutoSwitch\n!Account\nN']) {
      expect(qif.recognise(head.replace('\ufeff', ''), 'export.txt')).toBe(1);
    }
    expect(qif.recognise('Date,Amount\n', 'export.csv')).toBe(0);
  });
});

describe('QIF day', () => {
  it.each([
    [['02/28/2026', '03/04/2026'], 'mdy'],
    [['28/02/2026', '03/04/2026'], 'dmy'],
    [["3/ 4'26"], 'mdy'],
    [['03.04.2026'], 'dmy'],
    [['2026-04-03', '20260403'], 'mdy'],
    [['04/04/2026'], 'mdy'],
    [['03/04/2026'], null],
  ])('of %j has the order %s', (days, order) => expect(dayOrderOf(days)).toBe(order));

  it.each([
    ["3/ 4'26", 'mdy', '2026-03-04'],
    ['3-4-99', 'mdy', '1999-03-04'],
    ['2026-04-03', 'mdy', '2026-04-03'],
    ['20260403', 'dmy', '2026-04-03'],
    ['31.12.2026', 'dmy', '2026-12-31'],
    ['13/13/2026', 'mdy', undefined],
  ] as const)('%s in the order %s is %s', (text, order, day) => expect(readQifDay(text, order)?.day).toBe(day));
});
