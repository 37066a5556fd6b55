import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText } from '../../../../src/money.js';
import { readAmount } from '../../../../src/plugins/bank/formats/amounts.js';

describe('statement amount', () => {
  it.each([
    ['1234.56', 123456],
    ['0.05', 5],
    ['.50', 50],
    ['12.', 1200],
    ['12', 1200],
    ['007.10', 710],
    ['8.85000', 885],
    ['+3.10', 310],
    ['-3.10', -310],
    ['3.10-', -310],
    ['−3.10', -310],
    ['(3.10)', -310],
    ['- 3.10', -310],
    ['1,234,567.89', 123456789],
    ["1'234.50", 123450],
    ['1 234.50', 123450],
    ['1\u00a0234.50', 123450],
    ['1\u202f234.50', 123450],
    [' 3.10 ', 310],
    ['-0.00', 0],
  ])('reads %j as %d cents', (text, minor) => expect(readAmount(text, 'EUR')).toBe(minor));

  it.each([
    ['1234,', 123400],
    [',5', 50],
    ['1234,5', 123450],
    ['1.234,56', 123456],
    ['1 234,56-', -123456],
  ])('reads %j as %d cents when a comma separates the decimals', (text, minor) =>
    expect(readAmount(text, 'EUR', ',')).toBe(minor),
  );

  it.each([
    ...['', ' ', '.', ',', '-', '()', 'abc', '1e3', '0x10', 'NaN', 'Infinity', '12,50', '1.2.3', '12 34.00', '1,23.00'],
    ...['1,234 567.00', '--1', '-1-', '(-1)', '(1', '1)', '+-1', '1 .5', '١٢', '8.851', '90071992547409.93'],
    '9'.repeat(10_000),
  ])('rejects %j in euros', (text) => expect(readAmount(text, 'EUR')).toBeNull());

  it('uses the decimals of the currency: none for yen, three for Kuwaiti dinars', () => {
    expect(readAmount('2700', 'JPY')).toBe(2700);
    expect(readAmount('2700.00', 'JPY')).toBe(2700);
    expect(readAmount('2700.50', 'JPY')).toBeNull();
    expect(readAmount('1.234', 'KWD')).toBe(1234);
  });

  it('requires a valid currency', () => {
    for (const currency of ['', 'eur', 'EURO', '€']) expect(readAmount('1.00', currency)).toBeNull();
  });

  it('reads back any amount that was written', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('EUR', 'JPY', 'KWD'), (minor, currency) => {
        const text = amountText(minor, currency);
        expect(readAmount(text, currency)).toBe(minor);
        expect(readAmount(text.replace('.', ','), currency, ',')).toBe(minor);
        expect(readAmount(`${text}${text.includes('.') ? '' : '.'}000`, currency)).toBe(minor);
      }),
    );
  });

  it('returns a safe integer or null for any text', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,-+() ') }));
    fc.assert(
      fc.property(texts, fc.constantFrom('.' as const, ',' as const), (text, decimal) => {
        const amount = readAmount(text, 'EUR', decimal);
        expect(amount === null || Number.isSafeInteger(amount)).toBe(true);
      }),
    );
  });
});
