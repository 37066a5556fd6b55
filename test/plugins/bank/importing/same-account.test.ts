import { describe, expect, it } from 'vitest';
import { accountKeyOf, isWithinIban } from '../../../../src/plugins/bank/importing/same-account.js';

describe('account identity', () => {
  it('is the IBAN, or else the bank code and number', () => {
    const iban = 'DE89 3704 0044 0532 0130 00';
    expect(accountKeyOf({ iban, number: '532013000', bankCode: '37040044' })).toBe('DE89370400440532013000');
    expect(accountKeyOf({ iban: '', number: '532013000', bankCode: '37040044' })).toBe('37040044/532013000');
    expect(accountKeyOf({ iban: '', number: 'checking-1', bankCode: '' })).toBe('CHECKING-1');
    expect(accountKeyOf({ iban: '', number: '', bankCode: '0800' })).toBe('');
  });

  it.each([
    ['DE89370400440532013000', '532013000', '37040044', true],
    ['DE89370400440532013000', '0532013000', '37040044', true],
    ['CZ6508000000192000145399', '19-2000145399', '0800', true],
    ['CZ9455000000001011038930', '1011038930', '5500', true],
    ['CZ9455000000001011038930', '11038930', '5500', false],
    ['DE89370400440532013000', '532013000', '', false],
    ['DE89370400440532013000', '532013000', '50040044', false],
    ['DE89370400440532013000', '', '37040044', false],
    ['', '532013000', '37040044', false],
    ['DE89370400440000000000', '0', '37040044', false],
  ])('matches the IBAN %s with the number %s of the bank %s: %s', (iban, number, bankCode, expected) => {
    expect(isWithinIban(iban, { number, bankCode })).toBe(expected);
  });
});
