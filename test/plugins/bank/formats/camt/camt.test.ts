import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { camt } from '../../../../../src/plugins/bank/formats/camt/camt.js';
import { codesOf, readParts } from '../read-parts.js';
import { amount, balance, element, entry, message } from './camt-message.js';

const read = (content: string | Uint8Array, options = {}) => readParts(camt, content, options);
const readEntry = async (xml: string, options = {}) => {
  const { entries } = await read(message([xml]), options);
  expect(entries).toHaveLength(1);
  return entries[0];
};

const PARTIES = `<RltdPties><Dbtr><Nm>Anna Payer</Nm></Dbtr><DbtrAcct><Id><IBAN>DE89 3704 0044 0532 0130 00</IBAN></Id></DbtrAcct>
  <Cdtr><Nm>Our Shop</Nm></Cdtr><CdtrAcct><Id><IBAN>CZ6508000000192000145399</IBAN></Id></CdtrAcct></RltdPties>
  <RltdAgts><DbtrAgt><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></DbtrAgt></RltdAgts>`;

describe('camt entry', () => {
  it('reads all fields of a payment', async () => {
    const code = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>';
    const part = `<Refs><EndToEndId>/VS0012345/SS7/KS0308</EndToEndId></Refs>${PARTIES}<RmtInf><Ustrd>Invoice</Ustrd><Ustrd>12 &amp; 13</Ustrd></RmtInf>`;
    const more = `<ValDt><DtTm>2026-11-25T23:30:00-05:00</DtTm></ValDt><AcctSvcrRef>B1</AcctSvcrRef>${code}`;
    expect(await readEntry(entry({ more, parts: [part] }))).toEqual({
      position: 'entry 1',
      direction: 'credit',
      amount: 1000,
      currency: 'EUR',
      original: null,
      charges: 0,
      bookedOn: '2026-11-24',
      valueOn: '2026-11-25',
      bookingStatus: 'booked',
      isReversal: false,
      counterparty: {
        name: 'Anna Payer',
        iban: 'DE89370400440532013000',
        account: '',
        bankCode: '',
        bic: 'COBADEFFXXX',
      },
      variableSymbol: '12345',
      specificSymbol: '7',
      constantSymbol: '308',
      endToEndId: '/VS0012345/SS7/KS0308',
      creditorReference: '',
      bankReference: 'B1',
      isReferenceUnique: true,
      remittance: 'Invoice 12 & 13',
      typeCode: 'PMNT/RCDT/ESCT',
    });
  });

  it('uses the creditor as the counterparty of a debit', async () =>
    expect(
      (
        await readEntry(
          entry({
            direction: 'DBIT',
            parts: ['<RltdPties><Dbtr><Nm>We</Nm></Dbtr><Cdtr><Pty><Nm>They</Nm></Pty></Cdtr></RltdPties>'],
          }),
        )
      )?.counterparty.name,
    ).toBe('They'));

  it('uses the other party when the bank names the account itself as the counterparty', async () =>
    expect((await readEntry(entry({ direction: 'DBIT', parts: [PARTIES] })))?.counterparty.name).toBe('Anna Payer'));

  it.each(['PDNG', 'INFO', 'FUTR', '<Cd>PDNG</Cd>', '<Prtry>HELD</Prtry>'])(
    'is pending when its status is %s',
    async (status) => expect((await readEntry(entry({ status })))?.bookingStatus).toBe('pending'),
  );

  it.each(['BOOK', '<Cd>BOOK</Cd>', ''])('is booked when its status is "%s"', async (status) =>
    expect((await readEntry(entry({ status })))?.bookingStatus).toBe('booked'),
  );

  it('keeps the direction of a reversal, or inverts it if the profile says so', async () => {
    const reversal = entry({ direction: 'DBIT', more: '<RvslInd>true</RvslInd><AcctSvcrRef>B1</AcctSvcrRef>' });
    expect(await readEntry(reversal)).toMatchObject({ isReversal: true, direction: 'debit', isReferenceUnique: false });
    expect(await readEntry(reversal, { reversalSign: 'iso' })).toMatchObject({ direction: 'debit' });
    expect(await readEntry(reversal, { reversalSign: 'invert' })).toMatchObject({ direction: 'credit' });
    expect(await readEntry(entry({ direction: 'DBIT' }), { reversalSign: 'invert' })).toMatchObject({
      direction: 'debit',
    });
  });

  it('has no end-to-end id when none was provided', async () =>
    expect((await readEntry(entry({ parts: ['<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>'] })))?.endToEndId).toBe(
      '',
    ));

  it.each([
    ['RF18 5390 0754 7034', 'RF18539007547034', ''],
    ['21 00000 00003 13947 14300 09017', '210000000003139471430009017', ''],
    ['4654654654654654', '', '4654654654654654'],
  ])('reads the reference %s, or keeps it in the text', async (reference, creditorReference, remittance) => {
    const part = `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>`;
    expect(await readEntry(entry({ parts: [part] }))).toMatchObject({ creditorReference, remittance });
  });

  it('reads Czech symbols from separate references', async () => {
    const strd = (reference: string) => `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`;
    const part = `<RmtInf>${strd('VS:0000012345')}${strd('KS:0308')}${strd('SS:9')}</RmtInf>`;
    expect(await readEntry(entry({ parts: [part] }))).toMatchObject({
      variableSymbol: '12345',
      constantSymbol: '308',
      specificSymbol: '9',
    });
  });

  it('reads the original amount, the exchange rate and the charges', async () => {
    const details = `<AmtDtls><InstdAmt>${amount('12.50', 'USD')}<CcyXchg><XchgRate>0.8</XchgRate></CcyXchg></InstdAmt></AmtDtls>`;
    const part = `${details}<Chrgs><Rcrd>${amount('0.25')}</Rcrd><Rcrd>${amount('1.00', 'USD')}</Rcrd></Chrgs>`;
    expect(await readEntry(entry({ parts: [part] }))).toMatchObject({
      amount: 1000,
      original: { amount: 1250, currency: 'USD', rate: '0.8' },
      charges: 25,
    });
  });

  it('falls back to the value date, or to the statement date with a warning', async () => {
    const valued = await read(message([entry({ day: '', more: '<ValDt><Dt>2026-11-20</Dt></ValDt>' })]));
    expect([valued.entries[0]?.bookedOn, codesOf(valued)]).toEqual(['2026-11-20', []]);
    const dated = await read(
      message([entry({ day: '' })], { balances: '<CreDtTm>2026-11-21T01:00:00+02:00</CreDtTm>' }),
    );
    expect([dated.entries[0]?.bookedOn, codesOf(dated)]).toEqual(['2026-11-21', ['date_missing']]);
  });

  it.each([
    ['amount_invalid', { amount: amount('12x') }],
    ['amount_invalid', { amount: amount('1,50') }],
    ['amount_invalid', { amount: amount('-1.00') }],
    ['amount_invalid', { amount: amount('1.005') }],
    ['amount_invalid', { amount: amount('9'.repeat(30)) }],
    ['amount_invalid', { amount: '' }],
    ['direction_missing', { direction: 'UP' }],
    ['date_missing', { day: '' }],
    ['date_missing', { day: 'yesterday' }],
  ])('reports %s for an invalid entry and loses no other: %j', async (code, bad) => {
    const parts = await read(message([entry(), entry(bad), entry()]));
    expect(parts.entries.map(({ position }) => position)).toEqual(['entry 1', 'entry 3']);
    expect(parts.problems).toMatchObject([{ severity: 'error', code, position: 'entry 2' }]);
  });
});

describe('camt batch', () => {
  const part = (text: string, more = '') => `${amount(text)}${more}`;

  it('is split into its parts, numbered by position', async () => {
    const batch = entry({
      more: '<AcctSvcrRef>B1</AcctSvcrRef>',
      parts: [part('4.00'), part('6.00', '<Refs><AcctSvcrRef>X</AcctSvcrRef></Refs>')],
    });
    const { entries } = await read(message([batch]));
    expect(entries.map(({ position, amount: minor, bankReference }) => [position, minor, bankReference])).toEqual([
      ['entry 1, part 1', 400, 'B1/1'],
      ['entry 1, part 2', 600, 'B1/2'],
    ]);
  });

  it('adds a charges entry for the difference between the parts and the total', async () => {
    const { entries, sum } = await read(message([entry({ parts: [part('4.00'), part('6.50')] })]));
    expect(sum).toBe(1000);
    expect(entries[2]).toMatchObject({
      position: 'entry 1, charges',
      direction: 'debit',
      amount: 50,
      typeCode: 'charges',
    });
  });

  it('stays one entry with a warning when its parts lack amounts in its currency', async () => {
    for (const parts of [
      ['', ''],
      [part('4.00'), amount('6.00', 'CHF')],
      [part('4.00'), part('garbled')],
    ]) {
      const found = await read(message([entry({ parts })]));
      expect([found.entries.length, found.sum, codesOf(found)]).toEqual([1, 1000, ['batch_not_split']]);
    }
  });

  it('may contain credits and debits', async () => {
    const { entries, sum } = await read(
      message([entry({ parts: [part('12.00'), part('2.00', '<CdtDbtInd>DBIT</CdtDbtInd>')] })]),
    );
    expect([entries.map(({ direction }) => direction), sum]).toEqual([['credit', 'debit'], 1000]);
  });

  it('always adds up to the amount of its entry, for any parts', async () => {
    const minor = fc.integer({ min: 0, max: 10_000_000 });
    const text = (value: number) => (value / 100).toFixed(2);
    const direction = fc.constantFrom('CRDT', 'DBIT');
    await fc.assert(
      fc.asyncProperty(
        minor,
        direction,
        fc.array(fc.tuple(minor, direction), { maxLength: 6 }),
        async (whole, way, parts) => {
          const inner = parts.map(([value, own]) => part(text(value), element('CdtDbtInd', own)));
          const { sum } = await read(message([entry({ amount: amount(text(whole)), direction: way, parts: inner })]));
          expect(sum + 0).toBe(way === 'CRDT' ? whole : 0 - whole);
        },
      ),
    );
  });
});

describe('camt statement', () => {
  it.each(['01', '02', '03', '04', '06', '08', '13'])('is read in version %s', async (version) =>
    expect((await read(message([entry()], { version }))).entries).toHaveLength(1),
  );

  it.each([
    ['BkToCstmrAcctRpt', 'Rpt'],
    ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
    ['BkToCstmrStmtV01', 'Stmt'],
  ])('is read from a %s', async (name, statement) => {
    const xml = message([entry()]);
    const document = `<Document><${name}><${statement}>${/<Acct>.*<\/Ntry>/s.exec(xml)?.[0]}</${statement}></${name}></Document>`;
    expect((await read(document)).entries).toHaveLength(1);
  });

  it('is read with prefixes, without a namespace, and inside a wrapper', async () => {
    const body = message([entry()]).replace(/^.*\n/, '');
    const bare = body.replace(/ xmlns="[^"]*"/, '');
    const prefixed = bare.replace(/<(\/?)(?=\w)/g, '<$1ns2:');
    for (const xml of [bare, prefixed, `<Envelope><Header/>${body}</Envelope>`])
      expect((await read(xml)).entries).toHaveLength(1);
  });

  it('reads an account that has only a number', async () => {
    const { accounts } = await read(
      message([entry()], { account: '<Acct><Id><Othr><Id>19-2000145399</Id></Othr></Id><Nm>Shop</Nm></Acct>' }),
    );
    expect(accounts).toEqual([
      { iban: '', number: '19-2000145399', bankCode: '', bic: '', name: 'Shop', currency: 'EUR' },
    ]);
  });

  it('uses the account of the caller, or reports a missing account', async () => {
    const xml = message([entry()], { account: '' });
    expect((await read(xml, { account: 'CZ65 0800 0000 1920 0014 5399' })).accounts).toMatchObject([
      { iban: 'CZ6508000000192000145399', currency: 'EUR' },
    ]);
    const untold = await read(xml);
    expect([untold.entries, codesOf(untold)]).toEqual([[], ['account_missing']]);
  });

  it('reports a wrong balance as a warning, and ignores pending entries', async () => {
    const balances = balance('OPBD', '5.00') + balance('CLBD', '15.00');
    expect(codesOf(await read(message([entry(), entry({ status: 'PDNG' })], { balances })))).toEqual([]);
    expect(codesOf(await read(message([entry(), entry()], { balances })))).toEqual(['balance_differs']);
    expect(codesOf(await read(message([entry()], { balances: balance('OPBD', '5.00') })))).toEqual([]);
  });

  it('is the same for any chunk size of the file', async () => {
    const xml = message([
      entry({ parts: [`${PARTIES}<RmtInf><Ustrd>Žluťoučký &lt;kůň&gt; <![CDATA[& 😀]]></Ustrd></RmtInf>`] }),
    ]);
    for (const pieceSize of [1, 2, 3, 7]) expect(await read(xml, { pieceSize })).toEqual(await read(xml));
  });

  it('is read in the encoding that it declares', async () => {
    const xml = message([entry({ parts: ['<RltdPties><Dbtr><Nm>Müller</Nm></Dbtr></RltdPties>'] })]).replace(
      'UTF-8',
      'ISO-8859-1',
    );
    expect((await read(Buffer.from(xml, 'latin1'))).entries[0]?.counterparty.name).toBe('Müller');
  });
});
