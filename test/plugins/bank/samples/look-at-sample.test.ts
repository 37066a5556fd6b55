import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Host } from 'mortise';
import { bank } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Profile } from '../../../../src/plugins/bank/profiles/profile.js';
import type { ProfileValues } from '../../../../src/plugins/bank/profiles/profile-values.js';
import { isSignUnknown } from '../../../../src/plugins/bank/samples/guess-profile.js';
import { lookAtSample, type SampleLook } from '../../../../src/plugins/bank/samples/look-at-sample.js';

let host: Host;
let folder: string;

beforeAll(async () => {
  host = await createTestHost({ plugins: [bank()] });
  folder = await mkdtemp(path.join(tmpdir(), 'sample-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await host.close();
});

async function look(kind: Profile['kind'], content: string | Buffer, values: ProfileValues = {}): Promise<SampleLook> {
  const file = path.join(folder, `sample.${kind}`);
  await writeFile(file, content);
  const stored = { path: file, name: `sample.${kind}`, size: Buffer.byteLength(content) };
  return lookAtSample(host.plugin('bank').tryProfile, kind, stored, { decimal: ',', ...values });
}

const NAMED = `Konto;DE21500500001234567897
Buchungstag;Auftraggeber;Betrag;Währung;Unklar
08.10.2026;Jana Novotná;1.250,00;EUR;x
09.10.2026;"Atelier; Lindqvist";-20,50;EUR;y
`;

describe('sample without a profile', () => {
  it('is guessed by its column names, dates and amounts', async () => {
    const { values, guessed, table, detection, fault } = await look('csv', NAMED);
    expect(table.columns).toEqual(['Buchungstag', 'Auftraggeber', 'Betrag', 'Währung', 'Unklar']);
    expect(table.rows[1]).toEqual(['09.10.2026', 'Atelier; Lindqvist', '-20,50', 'EUR', 'y']);
    expect(values).toMatchObject({
      'fields.bookedOn': 'Buchungstag',
      'fields.amount': 'Betrag',
      'fields.currency': 'Währung',
      dates: 'DD.MM.YYYY',
    });
    expect(guessed).toContain('fields.bookedOn');
    expect(fault).toBeNull();
    expect(detection?.entries.map(({ amount, direction }) => [direction, amount])).toEqual([
      ['credit', 125_000],
      ['debit', 2050],
    ]);
  });

  it.each([
    ['Date,Label,Debit,Credit\n12/15/2018,A,10.00,\n12/16/2018,B,,7.50\n', [-10_00, 7_50]],
    ['Date;Text;Amount;D/C\n15.12.2018;A;10,00;D\n16.12.2018;B;7,50;C\n', [-10_00, 7_50]],
    ['Datum;Omschrijving;Bedrag;Af Bij\n15-12-2018;A;10,00;Af\n16-12-2018;B;7,50;Bij\n', [-10_00, 7_50]],
    ['Date,Narrative,Amount,DR/CR\n2018-12-15,A,10.00,DR\n2018-12-16,B,7.50,CR\n', [-10_00, 7_50]],
    ['Day;Text;Value;Mark\n15.12.2018;A;10,00;S\n16.12.2018;B;7,50;H\n', [-10_00, 7_50]],
    [
      'Date,Description,Money Out,Money In,Balance\n2018-12-15,A,10.00,,90.00\n2018-12-16,B,,7.50,97.50\n',
      [-10_00, 7_50],
    ],
    ['Date,Description,Balance,Amount\n2018-12-15,A,90.00,-10.00\n2018-12-16,B,97.50,7.50\n', [-10_00, 7_50]],
    ['Buchungstag;Text;Soll;Haben\n15.12.2018;A;10,00;\n16.12.2018;B;;7,50\n', [-10_00, 7_50]],
  ])('has the direction of %j', async (content, amounts) => {
    const { detection, values, table } = await look('csv', content, { currency: 'EUR' });
    const signed = detection?.entries.map(({ amount, direction }) => (direction === 'debit' ? -amount : amount));
    expect(signed).toEqual(amounts);
    expect(isSignUnknown(values, table)).toBe(false);
  });

  it('has an unknown sign when all amounts are positive and nothing tells the direction', async () => {
    const { values, table } = await look('csv', 'Date,Label,Amount\n12/15/2018,A,10.00\n', { currency: 'EUR' });
    expect(isSignUnknown(values, table)).toBe(true);
  });

  it('is guessed by its cells when there is no header', async () => {
    const { values, table, detection } = await look('csv', '2026-10-08,12.50,Rent\n2026-10-09,-3.00,Tea\n', {
      currency: 'EUR',
    });
    expect(table).toMatchObject({ isNamed: false, columns: ['1', '2', '3'] });
    expect(values).toMatchObject({ columns: '3', 'fields.bookedOn': '1', 'fields.amount': '2', dates: 'YYYY-MM-DD' });
    expect(detection?.count).toBe(2);
  });

  it('is shown in the encoding of its bytes', async () => {
    const bytes = Buffer.from('Datum;Jm\u00e9no;\u010c\u00e1stka\n08.10.2026;Novotn\u00fd;1,00\n', 'latin1');
    const { table } = await look('csv', bytes);
    expect(table.encoding).not.toBe('utf-8');
    expect(table.columns[0]).toBe('Datum');
  });

  it('has the paths of its entries as columns when it is JSON', async () => {
    const entry = { bookingDate: '2026-10-08', transactionAmount: { amount: '12.50', currency: 'EUR' } };
    const { values, table, detection } = await look('json', JSON.stringify({ data: { list: [entry] } }));
    expect(table).toMatchObject({
      entries: 'data.list',
      columns: ['bookingDate', 'transactionAmount.amount', 'transactionAmount.currency'],
    });
    expect(values).toMatchObject({ entries: 'data.list', 'fields.amount': 'transactionAmount.amount', decimal: '.' });
    expect(detection?.count).toBe(1);
  });
});

describe('sample with an unfinished profile', () => {
  it('is read as the profile says, without guessing the rest', async () => {
    const typed = {
      header: 'Buchungstag',
      'fields.bookedOn': 'Buchungstag',
      'fields.amount': 'Unklar',
      dates: 'DD.MM.YYYY',
      currency: 'EUR',
    };
    const { values, guessed, detection } = await look('csv', NAMED, typed);
    expect(guessed).toEqual([]);
    expect(values).toMatchObject(typed);
    expect(detection).toMatchObject({ count: 0, errors: 2 });
    expect(detection?.problems[0]).toMatchObject({ code: 'amount_invalid', position: 'line 3' });
  });

  it('reports errors of the profile, and still shows the file', async () => {
    const { detection, fault, table } = await look('csv', NAMED, { 'fields.amount': 'Betrag', header: 'Betrag' });
    expect(detection).toBeNull();
    expect(fault?.params).toMatchObject({ 'fields.bookedOn': expect.any(String), dates: expect.any(String) });
    expect(table.rows).toHaveLength(2);
  });

  it('reports missing columns', async () => {
    const typed = {
      header: 'Elsewhere',
      'fields.bookedOn': 'Elsewhere',
      'fields.amount': 'Betrag',
      dates: 'DD.MM.YYYY',
      currency: 'EUR',
    };
    const { fault } = await look('csv', NAMED, typed);
    expect(fault).toMatchObject({ code: 'vendor_bank_parse_failed', params: {} });
  });

  it('is refused when it is an archive, such as a workbook', async () => {
    const archive = Buffer.from([0x50, 0x4b, 3, 4, 0, 0]);
    await expect(look('csv', archive)).rejects.toMatchObject({ code: 'vendor_bank_unsupported_media' });
  });

  it('shows no entries when it is not JSON', async () => {
    expect((await look('json', 'Dear bank')).table.rows).toEqual([]);
  });
});
