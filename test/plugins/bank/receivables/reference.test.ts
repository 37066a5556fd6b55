import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceDigits, referenceKey } from '../../../../src/plugins/bank/receivables/reference.js';

describe('reference key', () => {
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
  ])('maps "%s" to "%s"', (reference, key) => expect(referenceKey(reference)).toBe(key));

  it('is its own key, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const key = referenceKey(text);
        expect(referenceKey(key)).toBe(key);
      }),
    );
  });
});

it('returns the digits of a reference if there are at least six', () => {
  expect(referenceDigits('INV-2026/017')).toBe('2026017');
  expect(referenceDigits('INV-00017')).toBe('');
  expect(referenceDigits('000017')).toBe('17');
});
