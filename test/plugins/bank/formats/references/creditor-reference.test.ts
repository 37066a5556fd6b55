import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findCreditorReference,
  readCreditorReference,
} from '../../../../../src/plugins/bank/formats/references/creditor-reference.js';

const RF = 'RF18539007547034';
const QRR = '210000000003139471430009017';

describe('creditor reference', () => {
  it.each([
    [RF, RF],
    ['RF18 5390 0754 7034', RF],
    ['rf18 5390 0754 7034', RF],
    [QRR, QRR],
    ['21 00000 00003 13947 14300 09017', QRR],
    ['RF19539007547034', ''],
    ['210000000003139471430009018', ''],
    ['0'.repeat(27), ''],
    ['', ''],
    ['RF18', ''],
    ['539007547034', ''],
    [`RF18${'5'.repeat(22)}`, ''],
  ])('is read from the field %j: %j', (text, reference) => expect(readCreditorReference(text)).toBe(reference));

  it.each([
    [`Invoice ${RF}, thank you`, RF],
    ['Invoice RF18 5390 0754 7034 of May', RF],
    ['Invoice rf18 5390 0754 7034', RF],
    [`Ref ${QRR}.`, QRR],
    ['Ref 21 00000 00003 13947 14300 09017 end', QRR],
    ['RF19539007547034 then RF18539007547034', RF],
    [`X${RF}`, ''],
    [`1${QRR}`, ''],
    ['nothing', ''],
  ])('is found in the text %j: %j', (text, reference) => expect(findCreditorReference(text)).toBe(reference));

  it('is read from the first text that has one', () => expect(findCreditorReference('none', RF, QRR)).toBe(RF));

  it('is rejected when a digit is mistyped', () => {
    const digits = fc.stringMatching(/^[1-9]\d{25}$/);
    fc.assert(
      fc.property(digits, fc.nat(25), fc.integer({ min: 1, max: 9 }), (body, place, by) => {
        const right = Array.from({ length: 10 }, (_, check) => `${body}${check}`).filter(readCreditorReference);
        expect(right).toHaveLength(1);
        const [reference = ''] = right;
        const mistyped = (Number(reference[place]) + by) % 10;
        expect(readCreditorReference(reference.slice(0, place) + mistyped + reference.slice(place + 1))).toBe('');
      }),
    );
  });

  it('has exactly one valid pair of check digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z\d]{1,21}$/), (body) => {
        const pairs = Array.from({ length: 97 }, (_, check) => `RF${String(check + 2).padStart(2, '0')}${body}`);
        expect(pairs.filter(readCreditorReference)).toHaveLength(1);
      }),
    );
  });

  it('is not found in long hostile texts, which take no time', () => {
    for (const text of [
      'RF18 '.repeat(20_000),
      'RF18 AAAA AAAA '.repeat(7_000),
      '1 '.repeat(50_000),
      'RF1'.repeat(40_000),
    ]) {
      expect(findCreditorReference(text)).toBe('');
    }
  });
});
