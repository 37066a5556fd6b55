import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCsvFormat, csv } from '../../../../../src/plugins/bank/formats/csv/csv.js';
import type { CsvProfile } from '../../../../../src/plugins/bank/profiles/profile.js';
import { codesOf, readParts } from '../read-parts.js';

const OWN: CsvProfile = {
  kind: 'csv',
  name: 'own',
  label: 'Own',
  encoding: 'windows-1250',
  header: ['Datum', 'Částka', 'Text'],
  dates: ['DD.MM.YYYY'],
  decimal: ',',
  currency: 'CZK',
  fields: { bookedOn: 'datum', amount: 'Částka', remittance: 'TEXT' },
};
const own = createCsvFormat([OWN]);
const HEAD = 'Datum;Částka;Text\n';
const read = (text: string | Uint8Array, options = {}) => readParts(own, text, { account: '7', ...options });

/** Encodes the few letters of these tests in Windows-1250. */
function centralEuropean(text: string): Uint8Array {
  const letters: Record<string, number> = { Č: 0xc8, á: 0xe1, ž: 0x9e, ř: 0xf8 };
  return Uint8Array.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)));
}

describe('CSV file', () => {
  it('yields its account and then its entries', async () => {
    const { accounts, entries, problems } = await read(`${HEAD}15.02.2024;-1 234,50;Nájem\n16.02.2024;5,00;Dar\n`);
    expect(problems).toEqual([]);
    expect(accounts).toEqual([{ iban: '', number: '7', bankCode: '', bic: '', name: '', currency: 'CZK' }]);
    expect(
      entries.map(({ position, direction, amount, bookedOn, remittance }) => [
        position,
        direction,
        amount,
        bookedOn,
        remittance,
      ]),
    ).toEqual([
      ['line 2', 'debit', 123_450, '2024-02-15', 'Nájem'],
      ['line 3', 'credit', 500, '2024-02-16', 'Dar'],
    ]);
  });

  it.each([';', ',', '\t', '|'])('may separate its cells by "%s"', async (delimiter) => {
    const text = `Datum${delimiter}Částka${delimiter}Text\n15.02.2024${delimiter}"5,00"${delimiter}"a ""b"""`;
    expect((await read(text)).entries).toMatchObject([{ amount: 500, remittance: 'a "b"' }]);
  });

  it('may have its header after a preamble', async () => {
    const text = `Bank;"of; something"\n\nFrom 1.1.2024\n${HEAD}15.02.2024;5,00;Dar`;
    expect((await read(text)).entries).toMatchObject([{ position: 'line 5', amount: 500 }]);
  });

  it('may contain account and currency in its preamble', async () => {
    const format = createCsvFormat([{ ...OWN, preamble: { ownAccount: 'Účet', currency: 'Měna' } }]);
    const text = `Účet: DE89370400440532013000\n"Měna";"EUR"\n${HEAD}15.02.2024;5,00;Dar`;
    expect((await readParts(format, text)).accounts).toMatchObject([
      { iban: 'DE89370400440532013000', currency: 'EUR' },
    ]);
  });

  it('may contain several accounts', async () => {
    const format = createCsvFormat([{ ...OWN, fields: { ...OWN.fields, ownAccount: 'Text' } }]);
    const text = `${HEAD}15.02.2024;5;1\n15.02.2024;6;1\n15.02.2024;7;2\n15.02.2024;8;`;
    const parts = await readParts(format, text);
    expect(parts.accounts.map(({ number }) => number)).toEqual(['1', '2']);
    expect([parts.entries.length, ...codesOf(parts)]).toEqual([3, 'account_missing']);
  });

  it('is read in the encoding of its profile without a warning when it is not UTF-8', async () => {
    const parts = await read(centralEuropean(`${HEAD}15.02.2024;5,00;řž`));
    expect([parts.entries[0]?.remittance, ...codesOf(parts)]).toEqual(['řž']);
  });

  it('is read as UTF-8 with a byte order mark', async () => {
    expect((await read(`\ufeff${HEAD}15.02.2024;5,00;řž`)).entries[0]?.remittance).toBe('řž');
  });

  it('may mix line endings, and have cells of several lines', async () => {
    const text = `Datum;Částka;Text\r\n15.02.2024;1;"a\nb"\n16.02.2024;2;c\r17.02.2024;3;d`;
    expect((await read(text)).entries.map(({ remittance }) => remittance)).toEqual(['a b', 'c', 'd']);
  });

  it('is read alike in chunks of any size', async () => {
    const text = `x\r\n${HEAD.replace('\n', '\r\n')}15.02.2024;1;"a""\r\nř"\r\n16.02.2024;2;ž\r\n`;
    const whole = await read(text);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (pieceSize) => {
        expect(await read(text, { pieceSize })).toEqual(whole);
      }),
      { numRuns: 20 },
    );
    expect(whole.entries).toHaveLength(2);
  });

  it('loses no entry to an invalid row, a short row or a total', async () => {
    const parts = await read(
      `${HEAD}15.02.2024;1;a\n15.02.2024;x;b\n15.02.2024\n;;Total\n00.00.0000;2;c\n15.02.2024;3;d;more`,
    );
    expect(parts.entries.map(({ amount }) => amount)).toEqual([100, 300]);
    expect(parts.problems.map(({ code, position }) => [code, position])).toEqual([
      ['amount_invalid', 'line 3'],
      ['amount_missing', 'line 4'],
      ['date_invalid', 'line 6'],
    ]);
  });

  it('reports the line of an unclosed quote', async () => {
    const parts = await read(`${HEAD}15.02.2024;1;a\n15.02.2024;2;"b\n15.02.2024;3;c\n`);
    expect(parts.entries).toHaveLength(1);
    expect(parts.problems).toMatchObject([{ severity: 'error', code: 'quote_open', position: 'line 3' }]);
  });

  it('yields its account without entries', async () => expect((await read(HEAD)).accounts).toHaveLength(1));

  it('is read to its end, for any content', async () => {
    const unit = fc.constantFrom(';', '"', '\n', '\r', '15.02.2024', '1,0', '-', 'x');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit }), async (text) => {
        await read(HEAD + text);
      }),
    );
  });
});

describe('CSV profile selection', () => {
  it('prefers the profile with the most matching columns, unless one is named', async () => {
    const more = { ...OWN, name: 'more', header: [...OWN.header, 'Měna'], currency: 'EUR' };
    const format = createCsvFormat([OWN, more]);
    const text = 'Datum;Částka;Text;Měna\n15.02.2024;1;a;EUR';
    expect((await readParts(format, text, { account: '7' })).accounts[0]?.currency).toBe('EUR');
    expect((await readParts(format, text, { account: '7', profile: 'own' })).accounts[0]?.currency).toBe('CZK');
  });

  it.each([
    ['a profile that there is not', HEAD, { profile: 'none' }, /^There is no CSV profile "none". Available: own\./],
    [
      'a file that is not as the profile says',
      'a;b\n1;2',
      { profile: 'own' },
      /^The file does not match the profile "own"/,
    ],
    [
      'a file that no profile fits',
      'a;b\n1;2',
      {},
      /^No profile matches the columns.* Create a profile on the Profiles page/,
    ],
  ])(
    'rejects %s',
    async (_, text, options, message) =>
      await expect(read(text, options)).rejects.toMatchObject({
        code: 'vendor_bank_parse_failed',
        status: 400,
        message: expect.stringMatching(message),
      }),
  );

  it.each([
    ['account', { account: '' }],
    ['currency', {}],
  ])('names the %s as missing', async (name, options) => {
    const format = createCsvFormat([{ ...OWN, currency: undefined }]);
    await expect(readParts(format, HEAD, { account: '7', ...options })).rejects.toMatchObject({
      code: 'vendor_bank_invalid_param',
      data: { params: { [name]: expect.any(String) } },
    });
  });

  it('uses column numbers without a header, and requires a choice between two profiles', async () => {
    const bare: CsvProfile = {
      ...OWN,
      name: 'bare',
      header: [],
      columns: 3,
      fields: { bookedOn: 1, amount: 2, remittance: 3 },
    };
    const text = '15.02.2024;1,50;a\n16.02.2024;2,50;b\n';
    const one = await readParts(createCsvFormat([bare]), text, { account: '7' });
    expect([one.sum, one.entries[0]?.position]).toEqual([400, 'line 1']);
    const both = createCsvFormat([bare, { ...bare, name: 'other' }]);
    await expect(readParts(both, text, { account: '7' })).rejects.toThrow(
      /^Several profiles match the file: "bare", "other"/,
    );
    expect((await readParts(both, text, { account: '7', profile: 'other' })).sum).toBe(400);
  });
});

describe('built-in CSV profile', () => {
  const cases: [string, string, object][] = [
    [
      'fio-csv',
      '"accountId";"1"\n"iban";"CZ6508000000192000145399"\n"currency";"CZK"\n\n"ID operace";"Datum";"Objem";"Měna";"Protiúčet";"Název protiúčtu";"Kód banky";"VS";"Zpráva pro příjemce";"Typ"\n"227";"15.02.2024";"-1234,50";"CZK";"19-123";"Anna";"0800";"0042";"Nájem";"Platba"',
      { direction: 'debit', amount: 123_450, variableSymbol: '42', bankReference: '227', isReferenceUnique: true },
    ],
    [
      'sparkasse-camt',
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Kundenreferenz (End-to-End)";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"Betrag";"Waehrung";"Info"\n"DE89370400440532013000";"15.02.24";"15.02.24";"LASTSCHRIFT";"Miete";"E-1";"Anna";"DE02120300000000202051";"-1.234,50";"EUR";"Umsatz vorgemerkt"',
      { direction: 'debit', amount: 123_450, endToEndId: 'E-1', bookingStatus: 'pending', remittance: 'Miete' },
    ],
    [
      'ing-nl',
      '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"\n"20240215","Anna","NL91ABNA0417164300","","GT","Af","1234,50","Online","Huur"',
      { direction: 'debit', amount: 123_450, bookedOn: '2024-02-15', remittance: 'Huur' },
    ],
    [
      'revolut',
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nCARD,Current,2024-02-14 10:00:00,2024-02-15 11:00:00,Shop,-10.00,0.50,EUR,COMPLETED,5\nCARD,Current,2024-02-14 10:00:00,,Shop,-10.00,0.00,EUR,REVERTED,5',
      { direction: 'debit', amount: 1050, charges: 50, bookedOn: '2024-02-15' },
    ],
    [
      'nationwide',
      '"Account Name:","FlexAccount ****12345"\n"Date","Transaction type","Description","Paid out","Paid in","Balance"\n"07 Nov 2024","Bank credit","Anna","","£500.00","£500.00"',
      { direction: 'credit', amount: 50_000, currency: 'GBP', bookedOn: '2024-11-07' },
    ],
    [
      'easybank',
      '00075757575;Gutschrift Dauerauftrag;15.02.2024;14.02.2024;+1.120,00;EUR\n',
      { direction: 'credit', amount: 112_000, valueOn: '2024-02-14' },
    ],
    [
      'nordea-dk',
      '15-02-2024;Dankort-nota Shop;16-02-2024;-3452,90;26164,80\n',
      { direction: 'debit', amount: 345_290, currency: 'DKK', valueOn: '2024-02-16' },
    ],
  ];

  it.each(cases)('%s is found automatically', async (_, text, expected) => {
    const { entries, problems } = await readParts(csv, text, { account: '7' });
    expect(problems).toEqual([]);
    expect(entries).toMatchObject([expected]);
    expect(csv.recognise(text, 'x')).toBe(0.9);
  });
});

it('recognizes CSV by its columns, or possibly by the file name', () => {
  expect(csv.recognise('a;b\n1;2', 'x.csv')).toBe(0.3);
  expect(csv.recognise('a;b\n1;2', 'x.txt')).toBe(0);
  expect(csv.recognise('<a;b>', 'x.csv')).toBe(0);
});
