import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceDigits, referenceKey } from '../../../../src/plugins/bank/receivables/reference.js';

describe('the key of a reference', () => {
  it.each([
    ['1001', '1001'],
    ['0001001', '1001'],
    ['INV-2026/017', 'INV2026017'],
    ['inv 2026 017', 'INV2026017'],
    ['００１２３', '123'],
    ['RF18 5390 0754 7034', 'RF18539007547034'],
    ['Účet č. 7', 'ÚČETČ7'],
    ['ὐ 12', 'Υ12'],
    ['000', ''],
    [' -/. ', ''],
  ])('of "%s" is "%s"', (reference, key) => expect(referenceKey(reference)).toBe(key));

  it('is the key of itself, whatever was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const key = referenceKey(text);
        expect(referenceKey(key)).toBe(key);
      }),
    );
  });
});

it('digits of a reference are there where they are six at least', () => {
  expect(referenceDigits('INV-2026/017')).toBe('2026017');
  expect(referenceDigits('INV-00017')).toBe('');
  expect(referenceDigits('000017')).toBe('17');
});
