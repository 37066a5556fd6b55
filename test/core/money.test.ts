import fc from 'fast-check';
import {
  amountText,
  isCurrency,
  majorUnits,
  minorDigits,
  parseAmount,
  proportionOf,
  roundAmount,
  shareOf,
} from 'mortise/money';
import { describe, expect, it } from 'vitest';

const MAX_AMOUNT = 1_000_000_00;

/** Rounds half up with integers only: twice the dividend plus the divisor, floored. */
function halfUp(dividend: bigint, divisor: bigint): number {
  return Number((dividend * 2n + divisor) / (divisor * 2n));
}

describe('monetary amounts', () => {
  it('are parsed exactly for each of the 1,000,001 cent values up to 10,000.00, as number and as text', () => {
    const wrong: number[] = [];
    for (let cents = 0; cents <= 1_000_000; cents += 1) {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      if (parseAmount(text, 'EUR') !== cents || parseAmount(Number(text), 'EUR') !== cents) wrong.push(cents);
      if (amountText(cents, 'EUR') !== text || majorUnits(cents, 'EUR') !== Number(text)) wrong.push(cents);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    [0.1 + 0.2, 'EUR', 30, true],
    ['0.125', 'EUR', 12, true],
    ['0.135', 'EUR', 14, true],
    ['0.1250000001', 'EUR', 13, true],
    ['99.999', 'EUR', 10_000, true],
    ['12.50', 'EUR', 1250, false],
    ['12.500', 'EUR', 1250, false],
    [0.5, 'JPY', 0, true],
    [1.5, 'JPY', 2, true],
    [1e-7, 'EUR', 0, true],
    [0, 'EUR', 0, false],
  ])('round %s %s half to even to %s minor units', (value, currency, amount, isRounded) => {
    expect(roundAmount(value, currency)).toEqual({ amount, isRounded });
  });

  it.each(['12,50', 'abc', '-1', '1e3', '', '.5', 1e21, Number.NaN, '9007199254740993'])(
    'are not rounded from the invalid amount %s',
    (value) => expect(roundAmount(value, 'EUR')).toBeNull(),
  );

  it('round-trip through JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }), fc.constantFrom('EUR', 'JPY', 'KWD'), (minor, currency) => {
        expect(parseAmount(JSON.parse(JSON.stringify(majorUnits(minor, currency))), currency)).toBe(minor);
        expect(parseAmount(amountText(minor, currency), currency)).toBe(minor);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ...['12,50', 'abc', '', ' ', '-1', '-0.01', '+1', '1e3', '1e400', 'Infinity', 'NaN', '1.', '.5', '007', '0x10'],
    ...['1.005', '1.500', '1 000', ' 1', '1\n', '1,000,000.01', '1.2.3', '٣', '90071992547409.92'],
  ])('are not parsed from %j', (text) => expect(parseAmount(text, 'EUR')).toBeNull());

  it.each([-1, -0.01, 1e-7, 1e21, JSON.parse('1e400'), Number.NaN, 1.005, 0.1 + 0.2, 90_071_992_547_409.92])(
    'are not parsed from the number %s',
    (value) => expect(parseAmount(value, 'EUR')).toBeNull(),
  );

  it('have as many decimals as their currency', () => {
    expect(['EUR', 'JPY', 'KWD'].map(minorDigits)).toEqual([2, 0, 3]);
    // Decimals that banks book, not those that shops display.
    expect(['HUF', 'COP', 'ISK', 'CLF', 'huf'].map(minorDigits)).toEqual([2, 2, 0, 4, 2]);
    expect([parseAmount('1.5', 'JPY'), parseAmount('15', 'JPY'), parseAmount('1.005', 'KWD')]).toEqual([
      null,
      15,
      1005,
    ]);
    expect([amountText(15, 'JPY'), amountText(5, 'KWD'), amountText(-5, 'EUR')]).toEqual(['15', '0.005', '-0.05']);
    expect(majorUnits(-1250, 'EUR')).toBe(-12.5);
  });

  it('require an existing currency', () => {
    expect(['EUR', 'USD', 'EURO', 'XYZ', 'eur', ''].map(isCurrency)).toEqual([true, true, false, false, false, false]);
    expect(() => parseAmount('1', 'EURO')).toThrow(RangeError);
  });
});

describe('shares of amounts', () => {
  it('round half up at 12.5 % for each of the 1,000,001 cent values', () => {
    const wrong: number[] = [];
    for (let cents = 0; cents <= 1_000_000; cents += 1) {
      if (shareOf(cents, 1250) !== halfUp(BigInt(cents) * 125n, 1000n)) wrong.push(cents);
    }
    expect(wrong).toEqual([]);
  });

  it('are exact for any rate and never exceed the whole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_AMOUNT }),
        fc.integer({ min: 0, max: 10_000 }),
        (minor, basisPoints) => {
          const share = shareOf(minor, basisPoints);
          expect(share).toBe(halfUp(BigInt(minor) * BigInt(basisPoints), 10_000n));
          expect(share).toBeLessThanOrEqual(minor);
          expect(shareOf(-minor, basisPoints)).toBe(share === 0 ? 0 : -share);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('round up at half a unit', () =>
    expect([shareOf(4, 1250), shareOf(3, 1250), shareOf(12, 1250)]).toEqual([1, 0, 2]));

  it('differ from the whole by at most one unit when two parts are added', () => {
    const whole = fc.integer({ min: 1, max: MAX_AMOUNT });
    fc.assert(
      fc.property(whole, fc.double({ min: 0, max: 1, noNaN: true }), whole, (size, portion, minor) => {
        const part = Math.floor(size * portion);
        const sum = proportionOf(minor, part, size) + proportionOf(minor, size - part, size);
        expect(Math.abs(sum - minor)).toBeLessThanOrEqual(1);
        expect([proportionOf(minor, 0, size), proportionOf(minor, size, size)]).toEqual([0, minor]);
      }),
    );
  });

  it('reject amounts beyond exact integers', () => {
    expect(() => shareOf(Number.MAX_SAFE_INTEGER, 20_000)).toThrow(RangeError);
  });
});
