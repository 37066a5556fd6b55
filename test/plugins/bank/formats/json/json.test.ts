import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonFormat, json } from '../../../../../src/plugins/bank/formats/json/json.js';
import { parseExactly } from '../../../../../src/plugins/bank/formats/json/json-record.js';
import type { JsonProfile } from '../../../../../src/plugins/bank/profiles/profile.js';
import { codesOf, readParts } from '../read-parts.js';

const OWN: JsonProfile = {
  kind: 'json',
  name: 'own',
  label: 'Own',
  entries: 'data.items',
  statement: { ownAccount: 'data.account', currency: 'data.currency', opening: 'from', closing: 'to' },
  dates: ['YYYY-MM-DD'],
  decimal: '.',
  isReferenceUnique: true,
  fields: { bookedOn: 'day', amount: 'money.value', name: ['to.0.name', 'from.0.name'], reference: 'id' },
};
const own = createJsonFormat([OWN]);
const read = (file: unknown, options = {}) =>
  readParts(own, typeof file === 'string' ? file : JSON.stringify(file), options);
const item = (value: unknown, more = {}) => ({ day: '2024-02-15', money: { value }, ...more });

describe('JSON statement', () => {
  it('yields its account from anywhere in the file, then its entries', async () => {
    const items = [item(-12.5, { id: 7, from: [{ name: 'Anna' }] }), item('3.00')];
    const parts = await read({ data: { items, account: 'DE89370400440532013000', currency: 'EUR' } });
    expect(parts.problems).toEqual([]);
    expect(parts.accounts).toMatchObject([{ iban: 'DE89370400440532013000', currency: 'EUR' }]);
    expect(parts.entries).toMatchObject([
      { position: 'entry 1', direction: 'debit', amount: 1250, bankReference: '7', counterparty: { name: 'Anna' } },
      { position: 'entry 2', direction: 'credit', amount: 300 },
    ]);
  });

  it('keeps numbers as they are written', async () => {
    const text =
      '{"data":{"account":"1","currency":"EUR","items":[{"day":"2024-02-15","money":{"value":90071992547409.91},"id":12345678901234567890}]}}';
    expect((await read(text)).entries).toMatchObject([
      { amount: 9007199254740991, bankReference: '12345678901234567890' },
    ]);
    expect(parseExactly('{"a":-0.10,"b":1E+2,"c":1.5e3,"d":"1E+2","e":"\\"5"}')).toEqual({
      a: '-0.10',
      b: '100',
      c: '1.5e3',
      d: '1E+2',
      e: '"5',
    });
  });

  it('loses no entry to an invalid one', async () => {
    const items = [item(1), item('x'), { day: '2024-02-15' }, item(1.234), item(2, { day: '0000-00-00' }), item(3)];
    const parts = await read({ data: { account: '1', currency: 'EUR', items } });
    expect(parts.entries.map(({ amount }) => amount)).toEqual([100, 300]);
    expect(codesOf(parts)).toEqual(['amount_invalid', 'amount_missing', 'amount_invalid', 'date_invalid']);
    expect(
      codesOf(
        await read(
          '{"data":{"account":"1","currency":"EUR","items":[{bad},{"day":"2024-02-15","money":{"value":1}}]}}',
        ),
      ),
    ).toEqual(['entry_invalid']);
  });

  it('is read with a warning when it does not balance', async () => {
    const data = { account: '1', currency: 'EUR', items: [item(5)] };
    expect(codesOf(await read({ from: 1, to: 6, data }))).toEqual([]);
    expect(codesOf(await read({ from: 1, to: 7, data }))).toEqual(['balance_differs']);
  });

  it('reports a truncated file', async () => {
    const text = JSON.stringify({ data: { account: '1', currency: 'EUR', items: [item(5), item(6)] } });
    const parts = await read(text.slice(0, -5), { account: '1', currency: 'EUR' });
    expect([parts.entries.length, ...codesOf(parts)]).toEqual([1, 'file_cut']);
  });

  it('uses the account and currency of the caller, or reports them missing', async () => {
    const file = { data: { items: [item(5)] } };
    expect((await read(file, { account: '9', currency: 'CZK' })).accounts).toMatchObject([
      { number: '9', currency: 'CZK' },
    ]);
    expect(codesOf(await read(file, { currency: 'CZK' }))).toEqual(['account_missing']);
    expect(codesOf(await read(file, { account: '9', profile: 'own' }))).toEqual(['currency_missing']);
  });

  it.each([
    ['that no profile fits', {}, /^No profile matches the file\. Create a profile on the Profiles page/],
    ['without the list of its profile', { profile: 'own' }, /^The file has no list of entries at "data.items"/],
    ['of a profile that there is not', { profile: 'none' }, /^There is no JSON profile "none". Available: own\./],
  ])(
    '%s is refused',
    async (_, options, message) =>
      await expect(read({ other: [] }, options)).rejects.toMatchObject({
        code: 'vendor_bank_parse_failed',
        message: expect.stringMatching(message),
      }),
  );

  it('is read alike in chunks of any size', async () => {
    const text = JSON.stringify({ data: { account: '1', currency: 'EUR', items: [item(5, { id: 'ř' }), item(-6)] } });
    const whole = await read(text);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (pieceSize) => {
        expect(await read(text, { pieceSize })).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('in the Berlin Group format is recognized automatically', async () => {
    const booked = [
      {
        transactionId: 'T-1',
        bookingDate: '2024-02-15',
        transactionAmount: { currency: 'EUR', amount: '-12.50' },
        creditorName: 'Anna',
        creditorAccount: { iban: 'DE02120300000000202051' },
        remittanceInformationUnstructured: 'Rent',
      },
    ];
    const text = JSON.stringify({ account: { iban: 'DE89370400440532013000' }, transactions: { booked, pending: [] } });
    const { accounts, entries } = await readParts(json, text);
    expect(accounts).toMatchObject([{ iban: 'DE89370400440532013000', currency: 'EUR' }]);
    expect(entries).toMatchObject([
      {
        direction: 'debit',
        amount: 1250,
        counterparty: { name: 'Anna', iban: 'DE02120300000000202051' },
        remittance: 'Rent',
      },
    ]);
    expect(json.recognise(text, 'x')).toBe(0.8);
    expect(json.recognise('{"a":1}', 'x')).toBe(0.3);
    expect(json.recognise('[x]', 'x.txt')).toBe(0);
  });

  it('in the Berlin Group format marks pending entries', async () => {
    const one = (id: string, more: object = {}) => ({
      transactionId: id,
      bookingDate: '2024-02-15',
      creditorName: 'Anna',
      transactionAmount: { currency: 'EUR', amount: '-12.50' },
      ...more,
    });
    const account = { iban: 'DE89370400440532013000' };
    const pending = [one('P-1', { bookingDate: undefined, valueDate: '2024-02-16' }), { transactionId: 'P-2' }, 7];
    const both = JSON.stringify({ transactions: { pending, booked: [one('T-1')] }, account });
    const { entries, problems } = await readParts(json, both);
    expect(entries.map((entry) => [entry.bankReference, entry.bookingStatus, entry.bookedOn, entry.position])).toEqual([
      ['T-1', 'booked', '2024-02-15', 'entry 1'],
      ['P-1', 'pending', '2024-02-16', 'pending entry 1'],
    ]);
    expect(problems).toEqual([]);
    for (const transactions of [{ pending: [one('P-1')] }, { booked: [], pending: [one('P-1')] }]) {
      const alone = await readParts(json, JSON.stringify({ account, transactions }));
      expect(alone.entries).toMatchObject([{ bankReference: 'P-1', bookingStatus: 'pending' }]);
    }
    const cut = await readParts(json, both.slice(0, both.indexOf('"booked"') - 5), { profile: 'berlin-group' });
    expect(cut.problems).toContainEqual(expect.objectContaining({ code: 'file_cut', severity: 'error' }));
  });
});
