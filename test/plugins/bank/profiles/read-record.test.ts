import { describe, expect, it } from 'vitest';
import type { EntryProfile } from '../../../../src/plugins/bank/profiles/profile.js';
import { recordReader } from '../../../../src/plugins/bank/profiles/read-record.js';

const PROFILE: EntryProfile = {
  name: 'x',
  label: 'X',
  dates: ['YYYY-MM-DD'],
  decimal: '.',
  fields: { bookedOn: 'day', amount: 'amount' },
};

/** Reads a record, with 2024-02-15 as the default day. */
function read(record: Record<string, string>, more: Partial<EntryProfile> = {}, currency = 'EUR') {
  const values: Record<string, string> = { day: '2024-02-15', ...record };
  const profile = { ...PROFILE, ...more, fields: { ...PROFILE.fields, ...more.fields } };
  return recordReader(profile)({ position: 'line 2', at: (place) => values[String(place)] ?? '' }, currency);
}
const entry = (...args: Parameters<typeof read>) => read(...args).find(({ kind }) => kind === 'entry');
const problem = (...args: Parameters<typeof read>): string[] =>
  read(...args).map((part) => (part.kind === 'problem' ? part.problem.code : part.kind));

describe('record amount', () => {
  it.each([
    ['12.50', 'credit', 1250],
    ['-12.50', 'debit', 1250],
    ['12.50-', 'debit', 1250],
    ['($85.00)', 'debit', 8500],
    ['- $21.59', 'debit', 2159],
    ['+$327.49', 'credit', 32749],
    ['$1,750.06', 'credit', 175_006],
    ['EUR 5', 'credit', 500],
    ['5 EUR', 'credit', 500],
    ['$.23', 'credit', 23],
  ])('is read from "%s"', (amount, direction, minor) =>
    expect(entry({ amount })).toMatchObject({ entry: { direction, amount: minor } }),
  );

  it.each([
    ['1.234,50', ',', 123_450],
    ['1 234,50', ',', 123_450],
    ["1'234.50", '.', 123_450],
    ['130.000', '.', 13_000],
  ] as const)('reads "%s" with the decimal separator "%s"', (amount, decimal, minor) =>
    expect(entry({ amount }, { decimal })).toMatchObject({ entry: { amount: minor } }),
  );

  it.each([
    ['', 'amount_missing'],
    ['abc', 'amount_invalid'],
    ['1.234', 'amount_invalid'],
    ['1,5', 'amount_invalid'],
    ['1e5', 'amount_invalid'],
  ])('reports "%s" as %s', (amount, code) => expect(problem({ amount })).toEqual([code]));

  it('may be split over two columns, for credits and debits', () => {
    const fields = { amount: undefined, credit: 'in', debit: 'out' };
    expect(entry({ in: '500.00', out: '0' }, { fields })).toMatchObject({
      entry: { direction: 'credit', amount: 50_000 },
    });
    expect(entry({ in: '', out: '20' }, { fields })).toMatchObject({ entry: { direction: 'debit', amount: 2000 } });
    expect(entry({ in: '', out: '-$20' }, { fields })).toMatchObject({ entry: { direction: 'debit', amount: 2000 } });
    expect(problem({ in: '', out: '' }, { fields })).toEqual(['amount_missing']);
    expect(problem({ in: 'x', out: '' }, { fields })).toEqual(['amount_invalid']);
  });

  it('may get its direction from another column', () => {
    const more = { fields: { direction: 'way' }, directions: { credit: ['Bij'], debit: ['Af'] } };
    expect(entry({ amount: '5', way: 'AF' }, more)).toMatchObject({ entry: { direction: 'debit' } });
    expect(entry({ amount: '5', way: 'Bij' }, more)).toMatchObject({ entry: { direction: 'credit' } });
    expect(problem({ amount: '5', way: '?' }, more)).toEqual(['direction_unknown']);
  });

  it('may be inverted, and positive for debits', () =>
    expect(entry({ amount: '5' }, { isInverted: true })).toMatchObject({ entry: { direction: 'debit' } }));

  it('includes the charges of the bank', () =>
    expect(entry({ amount: '-10', fee: '0.50' }, { fields: { fee: 'fee' } })).toMatchObject({
      entry: { direction: 'debit', amount: 1050, charges: 50 },
    }));
});

describe('statement record', () => {
  it('reads its currency, or reports it missing', () => {
    const fields = { currency: 'currency' };
    expect(entry({ amount: '5', currency: 'jpy' }, { fields })).toMatchObject({
      entry: { amount: 5, currency: 'JPY' },
    });
    expect(problem({ amount: '5' }, { fields }, '')).toEqual(['currency_missing']);
  });

  it('reports a missing, invalid or corrected date', () => {
    expect(problem({ amount: '5', day: '' })).toEqual(['date_missing']);
    expect(problem({ amount: '5', day: '0000-00-00' })).toEqual(['date_invalid']);
    expect(problem({ amount: '5', day: '15.02.2024' })).toEqual(['date_invalid']);
    expect(problem({ amount: '5', day: '2024-02-30' })).toEqual(['date_corrected', 'entry']);
  });

  it('is skipped without a date and an amount, as a total', () => expect(read({ day: '', text: 'Total' })).toEqual([]));

  it('may be skipped by a word in one of its fields', () => {
    const more = { passedOver: [{ field: 'state', words: ['Declined'] }] };
    expect(read({ amount: '5', state: 'DECLINED' }, more)).toEqual([]);
    expect(read({ amount: '5', state: 'COMPLETED' }, more)).toHaveLength(1);
  });

  it('may be pending', () =>
    expect(
      entry({ amount: '5', state: 'pending' }, { fields: { status: 'state' }, pending: ['PENDING'] }),
    ).toMatchObject({
      entry: { bookingStatus: 'pending' },
    }));

  it('reads symbols from their own columns, or else from its texts', () => {
    const fields = { variableSymbol: 'vs', remittance: ['one', 'two'] };
    expect(entry({ amount: '5', vs: '0042', one: 'VS:7 KS:0308' }, { fields })).toMatchObject({
      entry: { variableSymbol: '42', constantSymbol: '308' },
    });
    expect(entry({ amount: '5', one: 'VS:7' }, { fields })).toMatchObject({ entry: { variableSymbol: '7' } });
  });

  it('joins its texts, each once', () => {
    const fields = { remittance: ['one', 'two', 'three'] };
    expect(entry({ amount: '5', one: 'Rent', two: 'Rent', three: 'of  March ' }, { fields })).toMatchObject({
      entry: { remittance: 'Rent of March' },
    });
  });

  it('is identified by its reference if the bank uses each once', () => {
    const fields = { reference: 'id' };
    expect(entry({ amount: '5', id: '7' }, { fields })).toMatchObject({ entry: { isReferenceUnique: false } });
    const more = { fields, isReferenceUnique: true };
    expect(entry({ amount: '5', id: '7' }, more)).toMatchObject({ entry: { isReferenceUnique: true } });
    expect(entry({ amount: '5' }, more)).toMatchObject({ entry: { isReferenceUnique: false } });
  });

  it('reads the original amount and the exchange rate', () => {
    const fields = { originalAmount: 'paid', originalCurrency: 'paid', rate: 'rate' };
    expect(entry({ amount: '-400', paid: '15.90 EUR', rate: '25,1' }, { fields }, 'CZK')).toMatchObject({
      entry: { original: { amount: 1590, currency: 'EUR', rate: '25.1' } },
    });
    expect(entry({ amount: '-400', paid: '400 CZK' }, { fields }, 'CZK')).toMatchObject({ entry: { original: null } });
  });

  it('recognizes the notation of the counterparty account', () => {
    const fields = { account: 'account', bank: 'bank' };
    expect(entry({ amount: '5', account: '19-2000145399/0800' }, { fields })).toMatchObject({
      entry: { counterparty: { account: '19-2000145399', bankCode: '0800' } },
    });
    expect(
      entry({ amount: '5', account: 'cz65 0800 0000 1920 0014 5399', bank: 'GIBACZPX' }, { fields }),
    ).toMatchObject({
      entry: { counterparty: { iban: 'CZ6508000000192000145399', bic: 'GIBACZPX', bankCode: '' } },
    });
  });
});
