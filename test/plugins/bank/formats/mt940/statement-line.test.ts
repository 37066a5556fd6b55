import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBalance, readStatementLine } from '../../../../../src/plugins/bank/formats/mt940/statement-line.js';

describe('MT940 statement line', () => {
  it('contains dates, mark, amount, type and references', () =>
    expect(readStatementLine('2402150216CR1250,5NTRFINV-7//B7B27AG0MQ')).toEqual({
      direction: 'credit',
      isReversal: false,
      isExpected: false,
      amount: '1250,5',
      valueOn: { day: '2024-02-15', isCorrected: false },
      bookedOn: { day: '2024-02-16', isCorrected: false },
      typeCode: 'NTRF',
      customerReference: 'INV-7',
      bankReference: 'B7B27AG0MQ',
    }));

  it.each([
    ['C', 'credit', false],
    ['D', 'debit', false],
    ['RC', 'debit', true],
    ['RD', 'credit', true],
    ['CR', 'credit', false],
    ['DR', 'debit', false],
    ['RCR', 'debit', true],
    ['RDR', 'credit', true],
    ['CD', 'credit', false],
    ['DD', 'debit', false],
    ['CN', 'credit', false],
  ])('reads %s as a %s', (mark, direction, isReversal) =>
    expect(readStatementLine(`240215${mark}12,NTRF`)).toMatchObject({ direction, isReversal, amount: '12,' }),
  );

  it('reads EC and ED as expected entries', () => {
    expect(readStatementLine('240215EC1,NTRF')).toMatchObject({ direction: 'credit', isExpected: true });
    expect(readStatementLine('240215ED1,NTRF')).toMatchObject({ direction: 'debit', isExpected: true });
  });

  it('has no booking date when there is only a value date, also with blanks in its place', () => {
    expect(readStatementLine('240215D65,00NOVB')?.bookedOn).toBeNull();
    expect(readStatementLine('240215    D65,00NOVB')).toMatchObject({ bookedOn: null, amount: '65,00' });
  });

  it.each([
    ['2401010102', '2024-01-01', '2024-01-02'],
    ['2401011231', '2024-01-01', '2023-12-31'],
    ['2412310102', '2024-12-31', '2025-01-02'],
    ['7001010101', '1970-01-01', '1970-01-01'],
  ])('infers the years of %s', (digits, valueOn, bookedOn) => {
    const line = readStatementLine(`${digits}C1,NTRF`);
    expect([line?.valueOn?.day, line?.bookedOn?.day]).toEqual([valueOn, bookedOn]);
  });

  it('moves 30 February, from banks with months of thirty days, to the last day of the month', () =>
    expect(readStatementLine('160230C1,NTRF')?.valueOn).toEqual({ day: '2016-02-29', isCorrected: true }));

  it('has no date when the digits are not one', () => {
    expect(readStatementLine('000000C1,NTRF')?.valueOn).toBeNull();
    expect(readStatementLine('241301C1,NTRF')?.valueOn).toBeNull();
  });

  it.each([
    ['NOV NONREF', 'NOV', ''],
    ['S   X', 'S', 'X'],
    ['NZ10NONREF', 'NZ10', ''],
    ['S05168790452', 'S051', '68790452'],
    ['NCHG', 'NCHG', ''],
    ['NTRFKREF+', 'NTRF', ''],
    ['', '', ''],
  ])('reads "%s" after the amount', (rest, typeCode, customerReference) =>
    expect(readStatementLine(`240215C1,00${rest}`)).toMatchObject({ typeCode, customerReference }),
  );

  it('may have a bank reference and no type', () =>
    expect(readStatementLine('2011301130CN220000,00//19239782213')).toMatchObject({
      typeCode: '',
      bankReference: '19239782213',
    }));

  it('is not found in other texts', () => {
    expect(readStatementLine('')).toBeNull();
    expect(readStatementLine('240215 no amount')).toBeNull();
  });

  it('never fails on any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void readStatementLine(text)));
    const unit = fc.constantFrom(...'0123456789CDRNSF,./ ');
    fc.assert(fc.property(fc.string({ unit, maxLength: 60 }), (text) => void readStatementLine(text)));
  });
});

describe('MT940 balance', () => {
  it('contains a mark, a date, a currency and an amount', () =>
    expect(readBalance('D240215EUR000000001000.12')).toEqual({
      isDebit: true,
      currency: 'EUR',
      amount: '000000001000.12',
    }));

  it('may omit its currency', () =>
    expect(readBalance('C240215145000,00')).toEqual({ isDebit: false, currency: '', amount: '145000,00' }));

  it('is not found in other texts', () => expect(readBalance('240215EUR')).toBeNull());
});
