import { expect, it } from 'vitest';
import { majorText, moneyText } from '../../src/core/money-text.js';

/** Replaces non-breaking spaces with plain ones. */
const plain = (text: string): string => text.replace(/\s/g, ' ');

it.each([
  [123_450, 'EUR', 'en', '€1,234.50'],
  [123_450, 'EUR', 'de', '1.234,50 €'],
  [-500, 'JPY', 'en', '-¥500'],
  [1005, 'HUF', 'en', 'HUF 10.05'],
  [1234, 'TND', 'en', 'TND 1.234'],
])('formats %s minor units of %s in %s as %s', (minor, currency, locale, text) => {
  expect(plain(moneyText(minor, currency, locale))).toBe(text);
});

it('formats major units with all decimals of their currency', () => {
  expect(majorText(12.5, 'EUR', 'en')).toBe('€12.50');
});
