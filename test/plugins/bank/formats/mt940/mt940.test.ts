import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mt940 } from '../../../../../src/plugins/bank/formats/mt940/mt940.js';
import { codesOf, readParts } from '../read-parts.js';

const IBAN = 'DE89370400440532013000';
const HEAD = `:20:ONE\n:25:${IBAN}\n:28C:1/1\n:60F:C240214EUR100,00\n`;
const read = (text: string | Uint8Array, options = {}) => readParts(mt940, text, options);

describe('MT940 statement', () => {
  it('yields its account and then its entries', async () => {
    const text = `${HEAD}:61:2402150215CR12,50NTRFNONREF//BANK-1\n:86:166?20EREF+E-1?21SVWZ+VS:0042?32Anna\n:62F:C240215EUR112,50\n-\n`;
    const { accounts, entries, problems } = await read(text);
    expect(problems).toEqual([]);
    expect(accounts).toEqual([{ iban: IBAN, number: '', bankCode: '', bic: '', name: '', currency: 'EUR' }]);
    expect(entries).toEqual([
      {
        position: 'line 5',
        direction: 'credit',
        amount: 1250,
        currency: 'EUR',
        original: null,
        bookedOn: '2024-02-15',
        valueOn: '2024-02-15',
        bookingStatus: 'booked',
        counterparty: { name: 'Anna', iban: '', account: '', bankCode: '', bic: '' },
        variableSymbol: '42',
        constantSymbol: '',
        specificSymbol: '',
        endToEndId: 'E-1',
        creditorReference: '',
        bankReference: 'BANK-1',
        isReferenceUnique: true,
        remittance: 'VS:0042',
        typeCode: 'NTRF',
        isReversal: false,
        charges: 0,
      },
    ]);
  });

  it('yields its account without any entries', async () =>
    expect((await read(`${HEAD}:62F:C240214EUR100,00`)).accounts).toHaveLength(1));

  it('may be one of several, each with its account and currency', async () => {
    const second = ':20:TWO\n:25:12345/678\n:60F:C240214CHF0,\n:61:240215D1,NTRF\n';
    const { accounts, entries } = await read(`${HEAD}:61:240215C2,NTRF\n-\n${second}`);
    expect(accounts.map(({ number, currency }) => [number, currency])).toEqual([
      ['', 'EUR'],
      ['678', 'CHF'],
    ]);
    expect(entries.map(({ currency, amount }) => [currency, amount])).toEqual([
      ['EUR', 200],
      ['CHF', 100],
    ]);
  });

  it('uses the account and currency of the caller when it has none', async () => {
    const { accounts, entries } = await read(':61:240215C2,NTRF', { account: '99', currency: 'CZK' });
    expect([accounts[0]?.number, entries[0]?.currency]).toEqual(['99', 'CZK']);
  });

  it('loses entries without an account or a currency, and reports it', async () => {
    expect(codesOf(await read(':61:240215C2,NTRF', { currency: 'CZK' }))).toEqual(['account_missing']);
    expect(codesOf(await read(':61:240215C2,NTRF', { account: '99' }))).toEqual(['currency_missing']);
  });

  it('is read with a warning when it does not balance', async () => {
    const parts = await read(`${HEAD}:61:240215C2,NTRF\n:62F:C240215EUR112,50`);
    expect(parts.entries).toHaveLength(1);
    expect(parts.problems).toMatchObject([{ severity: 'warning', code: 'balance_differs', position: 'line 6' }]);
  });

  it('balances page by page, and with reversals', async () => {
    const pages = [
      `${HEAD}:61:240215RC20,NTRF\n:62M:C240215EUR80,\n-`,
      `:20:ONE\n:25:${IBAN}\n:60M:C240215EUR80,\n:61:240215RD5,NTRF\n:61:240215D100,NTRF\n:62F:D240215EUR15,\n-`,
    ];
    expect(codesOf(await read(pages.join('\n')))).toEqual([]);
  });

  it('may have entries after its end', async () =>
    expect((await read(`${HEAD}:62F:C240214EUR100,\n-\n:61:240215C2,NTRF`)).entries).toHaveLength(1));

  it('marks the entries of MT942 as pending', async () => {
    const { entries, accounts } = await read(
      `:20:A\n:25:${IBAN}\n:34F:EURD0,\n:13D:2402151200+0100\n:61:240215C2,NTRF`,
    );
    expect([entries[0]?.bookingStatus, accounts[0]?.currency]).toEqual(['pending', 'EUR']);
  });
});

describe('MT940 entry', () => {
  const entry = async (text: string) => (await read(HEAD + text)).entries[0];

  it('reads RC as a debit and RD as a credit', async () => {
    const { sum, entries } = await read(`${HEAD}:61:240215RCR10,NTRF\n:61:240215RDR3,NTRF`);
    expect(sum).toBe(-700);
    expect(entries.every(({ isReversal }) => isReversal)).toBe(true);
  });

  it.each([
    ['1234,', 123_400],
    ['1234,5', 123_450],
    ['000000001147,95', 114_795],
    ['1147.95', 114_795],
    ['1.147,95', 114_795],
    ['0,00', 0],
  ])('reads the amount %s', async (text, amount) =>
    expect((await entry(`:61:240215C${text}NTRF`))?.amount).toBe(amount),
  );

  it('may be broken by lines where it must not', async () =>
    expect(await entry(':61:240215C12\n34,5NTRFREF')).toMatchObject({ amount: 123_450, bankReference: 'REF' }));

  it('uses its second line as text when there is no other', async () =>
    expect(await entry(':61:240215C1,NTRFNONREF\nCard payment')).toMatchObject({ remittance: 'Card payment' }));

  it('reads the counterparty account from its second line at Dutch banks', async () =>
    expect(await entry(':61:240215C1,N102EREF\nNL91ABNA0417164300\n:86:/NAME/A')).toMatchObject({
      counterparty: { iban: 'NL91ABNA0417164300', name: 'A' },
      remittance: '',
    }));

  it('reads the original amount, the exchange rate and the charges', async () =>
    expect(await entry(':61:240215C1,NTRFREF//B\n/OCMT/USD100,5/EXCH/1,08/CHGS/EUR0,5/')).toMatchObject({
      original: { amount: 10_050, currency: 'USD', rate: '1.08' },
      charges: 50,
    }));

  it.each(['NONREF', '0000000000', 'NOTPROVIDED'])('is not identified by the reference %s', async (reference) => {
    const found = await entry(`:61:240215C1,NTRF${reference}//NONREF\n:86:/EREF/${reference}/REMI/x`);
    expect(found).toMatchObject({ isReferenceUnique: false });
  });

  it('leaves the others intact when it is invalid', async () => {
    const parts = await read(
      `${HEAD}:61:240215C1,NTRF\n:61:240215C1,234NTRF\n:61:000000C1,NTRF\n:61:whatever\n:61:240215C2,000NTRF`,
    );
    expect(parts.entries.map(({ amount }) => amount)).toEqual([100, 200]);
    expect(parts.problems.map(({ code, severity, position }) => [code, severity, position])).toEqual([
      ['amount_invalid', 'error', 'line 6'],
      ['date_invalid', 'error', 'line 7'],
      ['entry_invalid', 'error', 'line 8'],
    ]);
  });

  it('moves 30 February to the last day of the month, with a warning', async () => {
    const parts = await read(`${HEAD}:61:230230C1,NTRF`);
    expect(parts.entries[0]?.valueOn).toBe('2023-02-28');
    expect(parts.problems).toMatchObject([{ severity: 'warning', code: 'date_corrected' }]);
  });

  it.each([
    ['2401020102C500NTRFNONREF//R1', 500_00],
    ['2401020102CR500NTRFNONREF//R1', 500_00],
    ['240102C500//R1', 500_00],
    ['2401020102D0500NMSCNONREF', -500_00],
    ['2401020102CEUR500,00NTRFNONREF', 500_00],
  ])('reads the line %s', async (line, sum) => expect((await read(`${HEAD}:61:${line}`)).sum).toBe(sum));

  it('joins an amount that is wrapped', async () =>
    expect((await read(`${HEAD}:61:2401020102C5\n00,00NTRFNONREF`)).sum).toBe(500_00));

  it('names the charges of a return', async () => {
    const returned = ':61:240215D47,00NRTIINV7\n:86:109?00RUECKLASTSCHRIFT?20EREF+INV7?21OAMT+44,00';
    for (const charges of ['', ' COAM+3,00']) {
      expect(await entry(returned + charges)).toMatchObject({ charges: 3_00, isReversal: true, endToEndId: 'INV7' });
    }
    const supplement = ':61:240215D47,00NTRFINV7\n/OCMT/EUR44,00//CHGS/EUR3,00/';
    expect(await entry(supplement)).toMatchObject({ charges: 3_00 });
  });

  it('finds a reference with check digits in its text', async () =>
    expect((await entry(':61:240215C1,NTRF\n:86:166?20Invoice RF18 5390 0754 7034'))?.creditorReference).toBe(
      'RF18539007547034',
    ));
});

describe('MT940 file', () => {
  it('may have @@ for line breaks, in chunks of any size', async () => {
    const text = `${HEAD}:61:240215C1,NTRF\n:86:Invoice a@b.example\n-\n`.replaceAll('\n', '@@');
    for (const pieceSize of [1, 7, 65_536]) {
      const parts = await readParts(mt940, text, { pieceSize });
      expect([parts.sum, parts.entries[0]?.remittance]).toEqual([100, 'Invoice a@b.example']);
    }
  });

  it('reports entries that must be missing', async () =>
    expect(codesOf(await read(`${HEAD}:62F:C240215EUR999,00\n-\n`))).toEqual(['entries_missing']));

  it('is read alike in chunks of any size, and with any line endings', async () => {
    const text = `${HEAD}:61:2402150215CR12,50NTRFA//B\n:86:166?20Žluťoučký kůň?32Anna\n:62F:C240215EUR112,50\n-\n`;
    const whole = await read(text);
    const variants = fc.record({
      pieceSize: fc.integer({ min: 1, max: 50 }),
      end: fc.constantFrom('\n', '\r\n', '\r'),
    });
    await fc.assert(
      fc.asyncProperty(variants, async ({ pieceSize, end }) => {
        expect(await read(text.replaceAll('\n', end), { pieceSize })).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps its letters in windows-1250', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEAD}:61:240215C1,NTRF\n:86:166?32P`),
      Buffer.from([0xf8, 0xed, 0xb9]),
    ]);
    const parts = await read(bytes);
    expect(parts.entries[0]?.counterparty.name).toBe('Příą');
    expect(codesOf(parts)).toEqual(['encoding_guessed']);
  });

  it('is refused when it is not MT940', async () =>
    await expect(read('date;amount\n2024-02-15;1')).rejects.toMatchObject({
      code: 'vendor_bank_parse_failed',
      status: 400,
    }));

  it('is read to its end, for any content', async () => {
    const unit = fc.constantFrom(
      ':61:',
      ':86:',
      ':60F:',
      ':25:',
      '\n',
      '240215',
      'C',
      'D',
      'R',
      '1,',
      '?20',
      '-',
      'EUR',
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit }), async (text) => {
        await read(`:20:A\n${text}`, { account: '1', currency: 'EUR' });
      }),
    );
  });

  it('is recognized by its fields', () => {
    expect(mt940.recognise(HEAD, 'x')).toBe(1);
    expect(mt940.recognise(':61:240215C1,NTRF', 'x.sta')).toBeGreaterThan(0.5);
    expect(mt940.recognise('<OFX>', 'x.sta')).toBe(0);
  });
});
