import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrubQuery } from '../../../../src/plugins/knowledge-base/content/statistics/recorder.js';

describe('stored search query', () => {
  it.each([
    ['  Reset   Password ', 'reset password'],
    ['ＲＥＳＥＴ', 'reset'],
    ['パスワード', 'パスワード'],
    ['error 0x80070005', 'error 0x80070005'],
    ['version 10.15.7', 'version 10.15.7'],
    ['iphone 15 pro max 2024', 'iphone 15 pro max 2024'],
    ['how to install-the-printer-driver-on-windows', 'how to install-the-printer-driver-on-windows'],
    ['2026-11-22', '2026-11-22'],
  ])('stores %s as %s', (typed, stored) => {
    expect(scrubQuery(typed)).toBe(stored);
  });

  it.each([
    ['ada@example.com', '[e-mail]'],
    ['mail from Ada.Lovelace+kb@example.co.uk please', 'mail from [e-mail] please'],
    ['ada＠example.com', '[e-mail]'],
    ['ada\u200b@example.com', '[e-mail]'],
    ['4111111111111111', '[card]'],
    ['4111 1111 1111 1111', '[card]'],
    ['4111-1111-1111-1111', '[card]'],
    ['card 378282246310005 declined', 'card [card] declined'],
    ['４１１１１１１１１１１１１１１１', '[card]'],
    ['DE89 3704 0044 0532 0130 00', '[account]'],
    ['GB82WEST12345698765432', '[account]'],
    ['call +420 777 123 456', 'call [telephone]'],
    ['123-45-6789', '[number]'],
    ['from 192.168.1.20', 'from [address]'],
    ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '[key]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc123', '[key]'],
  ])('masks %s as %s', (typed, masked) => {
    expect(scrubQuery(typed)).toBe(masked);
  });

  it('contains no email address or card number, in any position', () => {
    const word = fc.stringMatching(/^[a-z]{1,10}$/);
    const mail = fc.tuple(word, word).map(([name, host]) => `${name}@${host}.com`);
    const card = fc
      .array(fc.nat(9), { minLength: 15, maxLength: 15 })
      .map((digits) => [...digits, checkDigit(digits)].join(''));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), fc.oneof(mail, card), fc.nat(5), (words, secret, place) => {
        const text = [...words.slice(0, place), secret, ...words.slice(place)].join(' ');
        expect(scrubQuery(text)).not.toContain(secret);
      }),
    );
  });

  it('has at most 200 characters and no control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const scrubbed = scrubQuery(text);
        expect([...scrubbed].length).toBeLessThanOrEqual(200);
        expect(scrubbed).not.toMatch(/[\p{Cc}]/u);
      }),
    );
  });
});

function checkDigit(digits: readonly number[]): number {
  const sum = digits
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit))
    .reduce((total, digit) => total + digit, 0);
  return (10 - (sum % 10)) % 10;
}
