import { describe, expect, it } from 'vitest';
import { fio } from '../../../../../src/plugins/bank/formats/fio/fio.js';
import { codesOf, readParts } from '../read-parts.js';

const INFO = {
  accountId: '2000145399',
  bankId: '2010',
  currency: 'CZK',
  iban: 'CZ6508000000192000145399',
  openingBalance: 100,
  closingBalance: 50.5,
};
/** Fio columns by id. Missing values are null. */
function movement(values: Record<number, unknown>): object {
  const columns = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 14, 16, 17, 18, 22, 25, 26].map((id) => {
    const value = values[id] ?? null;
    return [`column${id}`, value === null ? null : { value, name: 'x', id }];
  });
  return Object.fromEntries(columns);
}
const file = (movements: readonly object[], info: object = INFO): string =>
  JSON.stringify({ accountStatement: { info, transactionList: { transaction: movements } } });

const PAYMENT = { 0: '2024-02-15+0100', 1: -49.5, 14: 'CZK', 22: 26_500_000_001 };

describe('Fio statement', () => {
  it('is read by its column ids', async () => {
    const columns = {
      ...PAYMENT,
      2: '19-123',
      3: '0800',
      4: '0308',
      5: '0042',
      6: '7',
      8: 'Platba',
      10: 'Anna',
      16: 'Nájem',
      17: 1,
      25: 'Nájem',
      18: '2.00 EUR',
      26: 'GIBACZPX',
    };
    const { accounts, entries, problems } = await readParts(fio, file([movement(columns)]));
    expect(problems).toEqual([]);
    expect(accounts).toEqual([{ iban: INFO.iban, number: '', bankCode: '2010', bic: '', name: '', currency: 'CZK' }]);
    expect(entries).toEqual([
      {
        position: 'entry 1',
        direction: 'debit',
        amount: 4950,
        currency: 'CZK',
        original: { amount: 200, currency: 'EUR', rate: '' },
        bookedOn: '2024-02-15',
        valueOn: '2024-02-15',
        bookingStatus: 'booked',
        counterparty: { name: 'Anna', iban: '', account: '19-123', bankCode: '0800', bic: 'GIBACZPX' },
        variableSymbol: '42',
        constantSymbol: '308',
        specificSymbol: '7',
        endToEndId: '',
        creditorReference: '',
        bankReference: '26500000001',
        isReferenceUnique: true,
        remittance: 'Nájem',
        typeCode: 'Platba',
        isReversal: false,
        charges: 0,
      },
    ]);
  });

  it('yields its account without movements, also when there is no list', async () => {
    const info = { ...INFO, closingBalance: 100 };
    expect(await readParts(fio, file([], info))).toMatchObject({ accounts: [{ iban: INFO.iban }], problems: [] });
    const none = JSON.stringify({ accountStatement: { info, transactionList: null } });
    expect((await readParts(fio, none)).accounts).toHaveLength(1);
  });

  it('loses no movement to an invalid one', async () => {
    const wrong = [movement({ ...PAYMENT, 1: null }), movement({ ...PAYMENT, 0: null }), movement(PAYMENT)];
    const parts = await readParts(fio, file(wrong));
    expect([parts.entries.length, ...codesOf(parts)]).toEqual([1, 'amount_missing', 'date_missing']);
  });

  it('is read with a warning when it does not balance', async () =>
    expect(codesOf(await readParts(fio, file([movement(PAYMENT), movement(PAYMENT)])))).toEqual(['balance_differs']));

  it('is refused when it is another JSON file', async () =>
    await expect(readParts(fio, '{"other":1}')).rejects.toMatchObject({ code: 'vendor_bank_parse_failed' }));

  it('is recognized by its beginning', () => {
    expect(fio.recognise(file([]), 'x')).toBe(1);
    expect(fio.recognise('{"transactions":[]}', 'x')).toBe(0);
  });

  it.each(['Opravný pohyb', 'oprava'])('marks a correction as a reversal: %s', async (kind) => {
    const { entries } = await readParts(fio, file([movement({ ...PAYMENT, 8: kind })]));
    expect(entries).toMatchObject([{ isReversal: true, direction: 'debit', typeCode: kind, isReferenceUnique: true }]);
    const other = await readParts(fio, file([movement({ ...PAYMENT, 8: 'Opravy a údržba', 16: 'Oprava střechy' })]));
    expect(other.entries).toMatchObject([{ isReversal: false }]);
  });
});
