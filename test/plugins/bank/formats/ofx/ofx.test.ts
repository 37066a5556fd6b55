import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ofx } from '../../../../../src/plugins/bank/formats/ofx/ofx.js';
import { codesOf, readParts } from '../read-parts.js';

const HEAD = 'OFXHEADER:100\nDATA:OFXSGML\nENCODING:USASCII\nCHARSET:1252\n\n';
const account = '<BANKACCTFROM><BANKID>123<ACCTID>9100<ACCTTYPE>CHECKING</BANKACCTFROM>';
const statement = (entries: string, currency = 'USD'): string =>
  `${HEAD}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}${account}<BANKTRANLIST>${entries}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const entry = (amount: string, more = ''): string =>
  `<STMTTRN><TRNTYPE>POS<DTPOSTED>20240215120000.000[-5:EST]<TRNAMT>${amount}<FITID>F-1${more}</STMTTRN>`;
const read = (text: string | Uint8Array, options = {}) => readParts(ofx, text, options);
const first = async (text: string) => (await read(statement(text))).entries[0];

describe('OFX statement', () => {
  it('yields its account and then its entries', async () => {
    const { accounts, entries, problems } = await read(statement(entry('-6.60', '<NAME>Shop<MEMO>Order 7')));
    expect(problems).toEqual([]);
    expect(accounts).toEqual([{ iban: '', number: '9100', bankCode: '123', bic: '', name: '', currency: 'USD' }]);
    expect(entries).toEqual([
      {
        position: 'line 6',
        direction: 'debit',
        amount: 660,
        currency: 'USD',
        original: null,
        bookedOn: '2024-02-15',
        valueOn: '2024-02-15',
        bookingStatus: 'booked',
        counterparty: { name: 'Shop', iban: '', account: '', bankCode: '', bic: '' },
        variableSymbol: '',
        constantSymbol: '',
        specificSymbol: '',
        endToEndId: '',
        creditorReference: '',
        bankReference: 'F-1',
        isReferenceUnique: true,
        remittance: 'Order 7',
        typeCode: 'POS',
        isReversal: false,
        charges: 0,
      },
    ]);
  });

  it('is the same in XML as in SGML', async () => {
    const sgml = await read(statement(entry('-6.60', '<NAME>Shop')));
    const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>123</BANKID><ACCTID>9100</ACCTID></BANKACCTFROM>
<BANKTRANLIST>


<STMTTRN><TRNTYPE>POS</TRNTYPE><DTPOSTED>20240215</DTPOSTED><TRNAMT>-6.60</TRNAMT><FITID>F-1</FITID><NAME><![CDATA[Shop  ]]></NAME></STMTTRN></BANKTRANLIST></STMTRS></OFX>`;
    expect((await read(xml)).accounts).toEqual(sgml.accounts);
    expect((await read(xml)).entries).toEqual(sgml.entries.map((one) => ({ ...one, position: 'line 5' })));
  });

  it('may be one of several', async () => {
    const second = statement(entry('2'), 'CAD').replace('9100', '9200').slice(HEAD.length);
    const { accounts, entries } = await read(statement(entry('1')) + second);
    expect(accounts.map(({ number }) => number)).toEqual(['9100', '9200']);
    expect(entries.map(({ currency, amount }) => [currency, amount])).toEqual([
      ['USD', 100],
      ['CAD', 200],
    ]);
  });

  it.each([
    ['a card', 'CCSTMTRS', 'CCACCTFROM'],
    ['a loan', 'LOANSTMTRS', 'LOANACCTFROM'],
    ['investments, of their money', 'INVSTMTRS', 'INVACCTFROM'],
  ])('is read for %s', async (_, tag, from) => {
    const text = `<OFX><${tag}><CURDEF>USD<${from}><ACCTID>77</${from}>${entry('1')}</${tag}></OFX>`;
    const { accounts, entries } = await read(text);
    expect([accounts[0]?.number, entries.length]).toEqual(['77', 1]);
  });

  it('needs no closing tags, not even of entries', async () => {
    const text = `<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>9100<BANKTRANLIST>${entry('1')}${entry('2')}`;
    const { accounts, sum, entries } = await read(text.replaceAll(/<\/\w+>/g, ''));
    expect([accounts[0]?.number, sum, entries.length]).toEqual(['9100', 300, 2]);
  });

  it('yields its account without entries', async () => expect((await read(statement(''))).accounts).toHaveLength(1));

  it('uses the account and currency of the caller when it has none', async () => {
    const text = `<OFX><STMTRS>${entry('1')}</STMTRS></OFX>`;
    expect((await read(text, { account: '99', currency: 'EUR' })).accounts).toMatchObject([
      { number: '99', currency: 'EUR' },
    ]);
    expect(codesOf(await read(text, { currency: 'EUR' }))).toEqual(['account_missing']);
    expect(codesOf(await read(text, { account: '99' }))).toEqual(['currency_missing']);
  });

  it('recognizes an IBAN', async () => {
    const text = statement(entry('1')).replace('9100', 'DE89 3704 0044 0532 0130 00');
    expect((await read(text)).accounts[0]).toMatchObject({ iban: 'DE89370400440532013000', number: '' });
  });

  it('reports an error of the bank', async () => {
    const status = '<STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Wrong password</STATUS>';
    const { problems } = await read(`<OFX><SONRS>${status}</SONRS></OFX>`);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'bank_error' }]);
    expect(problems[0]?.message).toContain('Wrong password (15500)');
  });
});

describe('OFX entry', () => {
  it.each([
    ['-316.67', 'debit', 31_667],
    ['+12', 'credit', 1_200],
    ['3,50', 'credit', 350],
    ['-1.234,50', 'debit', 123_450],
    ['1,234.50', 'credit', 123_450],
    ['-00000000001500.0000', 'debit', 150_000],
  ])('reads the amount %s', async (text, direction, amount) =>
    expect(await first(entry(text))).toMatchObject({ direction, amount }),
  );

  it('leaves the others intact when it is invalid', async () => {
    const undated = '<STMTTRN><TRNAMT>1<FITID>7</STMTTRN>';
    const zero = '<STMTTRN><DTPOSTED>00000000<TRNAMT>1</STMTTRN>';
    const parts = await read(statement([entry('1'), entry(''), entry('1.234'), undated, zero, entry('2')].join('\n')));
    expect(parts.entries.map(({ amount }) => amount)).toEqual([100, 200]);
    expect(parts.problems.map(({ code, severity, position }) => [code, severity, position])).toEqual([
      ['amount_missing', 'error', 'line 7'],
      ['amount_invalid', 'error', 'line 8'],
      ['date_missing', 'error', 'line 9'],
      ['date_invalid', 'error', 'line 10'],
    ]);
  });

  it('moves a day that its month does not have to the last day, with a warning', async () => {
    const parts = await read(statement(entry('1').replace('20240215', '20240231')));
    expect([parts.entries[0]?.bookedOn, ...codesOf(parts)]).toEqual(['2024-02-29', 'date_corrected']);
  });

  it('is identified by its id, unless that is empty or zeros', async () => {
    expect(await first(entry('1').replace('F-1', ''))).toMatchObject({ isReferenceUnique: false, bankReference: '' });
    expect(await first(entry('1').replace('F-1', '000'))).toMatchObject({ isReferenceUnique: false });
  });

  it('takes its currency from CURRENCY, but not from ORIGCURRENCY', async () => {
    const inner = (tag: string) => `<${tag}><CURRATE>1.06<CURSYM>EUR</${tag}>`;
    expect((await first(entry('1', inner('CURRENCY'))))?.currency).toBe('EUR');
    expect((await first(entry('1', inner('ORIGCURRENCY'))))?.currency).toBe('USD');
  });

  it('calculates the original amount from the exchange rate', async () => {
    const changed = async (amount: string, rate: string, code: string) =>
      (await first(entry(amount, `<ORIGCURRENCY><CURRATE>${rate}<CURSYM>${code}</ORIGCURRENCY>`)))?.original;
    expect(await changed('-10.60', '1.06', 'EUR')).toEqual({ amount: 1000, currency: 'EUR', rate: '1.06' });
    expect(await changed('10.60', '1,06', 'eur')).toEqual({ amount: 1000, currency: 'EUR', rate: '1.06' });
    expect(await changed('1.00', '0.0067', 'JPY')).toEqual({ amount: 149, currency: 'JPY', rate: '0.0067' });
    expect(await changed('1.00', '3', 'KWD')).toEqual({ amount: 333, currency: 'KWD', rate: '3' });
    for (const [rate, code] of [
      ['0', 'EUR'],
      ['', 'EUR'],
      ['x', 'EUR'],
      ['-1', 'EUR'],
      ['1.06', 'US'],
      ['1', 'USD'],
    ]) {
      expect([rate, code, await changed('1', rate ?? '', code ?? '')]).toEqual([rate, code, null]);
    }
  });

  it('calculates the original amount to within half a unit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 999_999 }),
        async (cents, rate) => {
          const written = `${Math.floor(rate / 1000)}.${String(rate % 1000).padStart(3, '0')}`;
          const amount = (cents / 100).toFixed(2);
          const one = await first(entry(amount, `<ORIGCURRENCY><CURRATE>${written}<CURSYM>EUR</ORIGCURRENCY>`));
          expect(Math.abs((one?.original?.amount ?? 0) * rate - cents * 1000) * 2).toBeLessThanOrEqual(rate);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('reverses the entry that it deletes, under its reference', async () => {
    const parts = await read(statement(entry('50.00', '<CORRECTFITID>F-0<CORRECTACTION>DELETE')));
    expect(codesOf(parts)).toEqual(['entry_deleted']);
    expect(parts.entries).toMatchObject([
      { direction: 'debit', amount: 5000, isReversal: true, bankReference: 'F-0', isReferenceUnique: false },
    ]);
  });

  it.each(['<CORRECTFITID>F-0<CORRECTACTION>REPLACE', '<CORRECTFITID>F-0'])(
    'is kept with a warning when it replaces another: %s',
    async (more) => {
      const parts = await read(statement(entry('50.00', more)));
      expect(codesOf(parts)).toEqual(['entry_replaced']);
      expect(parts.problems).toMatchObject([{ severity: 'warning', message: expect.stringContaining('"F-0"') }]);
      expect(parts.entries).toMatchObject([
        { direction: 'credit', amount: 5000, isReversal: false, bankReference: 'F-1', isReferenceUnique: true },
      ]);
    },
  );

  it('has a counterparty and symbols', async () =>
    expect(
      await first(
        entry('1', '<PAYEE><NAME>Anna<CITY>X</PAYEE><BANKACCTTO><BANKID>0800<ACCTID>19-123</BANKACCTTO><MEMO>/VS42'),
      ),
    ).toMatchObject({
      counterparty: { name: 'Anna', account: '19-123', bankCode: '0800' },
      variableSymbol: '42',
    }));

  it('may be pending', async () =>
    expect(await first('<STMTTRNP><TRNTYPE>POS<DTTRAN>20240215<TRNAMT>-5</STMTTRNP>')).toMatchObject({
      bookingStatus: 'pending',
      amount: 500,
    }));
});

describe('OFX file', () => {
  it('is read alike in chunks of any size', async () => {
    const text = statement(entry('1', '<NAME>A &amp; B') + entry('-2', '<MEMO>x < y'));
    const whole = await read(text);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (pieceSize) => {
        expect(await read(text, { pieceSize })).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('is read in the code page of its header', async () => {
    const text = statement(entry('1', '<NAME>Caf@')).replace('CHARSET:1252', 'CHARSET:1250');
    const bytes = Buffer.from(text).map((byte) => (byte === 0x40 ? 0xf8 : byte));
    expect((await read(bytes)).entries[0]?.counterparty.name).toBe('Cafř');
  });

  it('is refused when it is not OFX', async () =>
    await expect(read('<html><body>Log in</body></html>')).rejects.toMatchObject({
      code: 'vendor_bank_parse_failed',
      status: 400,
    }));

  it('is read to its end, for any content', async () => {
    const tags = [
      'STMTTRN',
      '/STMTTRN',
      'STMTRS',
      '/STMTRS',
      'TRNAMT',
      'DTPOSTED',
      'CURDEF',
      'BANKACCTFROM',
      'ACCTID',
      'STATUS',
    ];
    const unit = fc.constantFrom(...tags.map((tag) => `<${tag}>`), '1', '-2.5', 'USD', '20240215', '&');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit }), async (text) => {
        await read(`<OFX>${text}`);
      }),
    );
  });

  it('is recognized by its header or its first element', () => {
    expect(ofx.recognise(HEAD, 'x')).toBe(1);
    expect(ofx.recognise('<?xml version="1.0"?><OFX>', 'x.qfx')).toBe(1);
    expect(ofx.recognise('<Document>', 'x.xml')).toBe(0);
  });
});
