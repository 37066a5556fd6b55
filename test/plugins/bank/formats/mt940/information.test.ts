import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInformation } from '../../../../../src/plugins/bank/formats/mt940/information.js';

const read = (text: string, tag = '86') => readInformation([{ tag, lines: text.split('\n'), line: 1 }]);

describe('numbered subfields', () => {
  it('contain name, account, bank, type and purpose', () =>
    expect(read('166?00GUTSCHRIFT?20Invoice 2024-17?30DRESDEFF508?31DE89370400440532013000?32Anna Example')).toEqual({
      name: 'Anna Example',
      account: 'DE89370400440532013000',
      bank: 'DRESDEFF508',
      endToEndId: '',
      remittance: 'Invoice 2024-17',
      typeCode: '166',
      originalAmount: '',
      charges: '',
      isReturn: false,
    }));

  it('may be broken by lines anywhere, also within a number', () =>
    expect(read('166?20Invo\nice?3\n2Anna Exa\nmple')).toMatchObject({ remittance: 'Invoice', name: 'Anna Example' }));

  it('contain SEPA keys, whose texts continue in the next subfields', () =>
    expect(
      read('171?20EREF+TRX-0A4A47C3-F846-4729?21-8A1B?22MREF+CAC97D?23SVWZ+Rent of?24March?25ABWA+Somebody else'),
    ).toMatchObject({ endToEndId: 'TRX-0A4A47C3-F846-4729-8A1B', remittance: 'Rent of March' }));

  it('continue a word when a subfield is full', () =>
    expect(read('166?20SVWZ+123456789012345678 Inv?21oice').remittance).toBe('123456789012345678 Invoice'));

  it('may use another separator, and contain the usual one', () => {
    expect(read('000>10123>20What now?>310666666666')).toMatchObject({
      remittance: 'What now?',
      account: '0666666666',
    });
    expect(read('166?20What now??32Anna')).toMatchObject({ remittance: 'What now?', name: 'Anna' });
  });

  it('are not detected in an amount', () => expect(read('100.20 paid').remittance).toBe('100.20 paid'));
});

describe('keys between slashes', () => {
  it('contain the same fields', () =>
    expect(
      read(
        '/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/\nA EXAMPLE/REMI/RES.NR 00042/EREF/NOTPROV\nIDED',
      ),
    ).toMatchObject({
      name: 'A EXAMPLE',
      account: 'NL91ABNA0417164300',
      bank: 'ABNANL2A',
      endToEndId: 'NOTPROVIDED',
      remittance: 'RES.NR 00042',
    }));

  it('may be empty, and be broken by lines', () =>
    expect(read('/EREF/08-12/BENM//NAME/Rabobank/\nREMI/Order 347/12')).toMatchObject({
      endToEndId: '08-12',
      name: 'Rabobank',
      remittance: 'Order 347/12',
    }));

  it('may end values with a slash of their own', () => {
    expect(
      read('/EREF/EV1//MARF/M1//CNTP/NL91ABNA0417164300/ABNANL2A/A. Example///REMI/USTD//Order 347/'),
    ).toMatchObject({
      endToEndId: 'EV1',
      name: 'A. Example',
      remittance: 'Order 347',
    });
  });

  it('combine account, bank and name at ING', () =>
    expect(read('/CNTP/NL91ABNA0417164300/ABNANL2A/A EXAMPLE///REMI/USTD//Invoice 7/')).toMatchObject({
      account: 'NL91ABNA0417164300',
      bank: 'ABNANL2A',
      name: 'A EXAMPLE',
      remittance: 'Invoice 7',
    }));

  it('may be a single key, followed by account, name and text', () =>
    expect(read('/ORDP/300000000460495\n/EXAMPLE DOO SKOPJE\n/747//747\n/Invoice 747')).toMatchObject({
      account: '300000000460495',
      name: 'EXAMPLE DOO SKOPJE',
      remittance: '747 747 Invoice 747',
    }));
});

describe('free texts', () => {
  it('are joined from their lines', () => expect(read('Invoice\n2024-17').remittance).toBe('Invoice 2024-17'));

  it('may start with IBAN and name', () =>
    expect(read('NL91ABNA0417164300 a example\n\nRent')).toMatchObject({
      account: 'NL91ABNA0417164300',
      name: 'a example',
    }));

  it('may contain the end-to-end id', () => expect(read('Invoice 7 EREF: A-17 thanks').endToEndId).toBe('A-17'));
});

it('reads field NS with a number in each line', () =>
  expect(read('01Purpose 1\n02Purpose 2\n15Anna\n16Example\n3337010000\n340000000123', 'NS')).toMatchObject({
    remittance: 'Purpose 1 Purpose 2',
    name: 'Anna Example',
    bank: '37010000',
    account: '0000000123',
  }));

it('reads any text without an error', () => {
  const unit = fc.constantFrom(...'0123456789?>/+: \n', 'EREF', 'SVWZ', '/NAME/', '/REMI', '166?20');
  fc.assert(fc.property(fc.string({ unit }), (text) => void read(text)));
});
