import { minorDigits, parseAmount } from '../../../index.js';

/** What separates decimals. The other of the two may group thousands then. */
export type DecimalMark = '.' | ',';

/** Groups of thousands as people write them: by spaces, also those that never break, by apostrophes, or by the other mark. */
const GROUPED: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^\d{1,3}(?:([ \u00a0\u202f'’,])\d{3}(?:\1\d{3})*)?(?:\.\d*)?$/,
  ',': /^\d{1,3}(?:([ \u00a0\u202f'’.])\d{3}(?:\1\d{3})*)?(?:,\d*)?$/,
};
const UNGROUPED: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^(?:\d+(?:\.\d*)?|\.\d+)$/,
  ',': /^(?:\d+(?:,\d*)?|,\d+)$/,
};
/** As nearly all of them are written. */
const PLAIN: Readonly<Record<DecimalMark, RegExp>> = { '.': /^\d+(?:\.\d+)?$/, ',': /^\d+(?:,\d+)?$/ };
const SIGNED = /^([-+−–]?)(.*?)([-−–]?)$/s;
const IN_BRACKETS = /^\((.*)\)$/s;
/** Longer than any amount that a number counts exactly, with its groups; nothing longer is looked at. */
const LONGEST = 64;

/**
 * Reads an amount as banks write it: `1234,`, `,50`, `1 234,50`, `12.50-`, `(12.50)`, `+8.85000`. Decimals that the
 * currency does not have are allowed when they are zeros.
 * @param currency ISO 4217
 * @returns minor units, negative for a minus before or after it and for brackets; null for what is no amount of that
 *   currency, or is larger than a number counts exactly
 */
export function readAmount(text: string, currency: string, decimal: DecimalMark = '.'): number | null {
  if (text.length > LONGEST || !isCurrencyCode(currency)) return null;
  // One with zeros in front, or with more decimals than there are, goes the longer way.
  const plain = PLAIN[decimal].test(text) ? parseAmount(text.replace(',', '.'), currency) : null;
  if (plain !== null) return plain;
  const trimmed = text.trim();
  const inBrackets = IN_BRACKETS.exec(trimmed)?.[1];
  const [, before = '', unsigned = '', after = ''] = SIGNED.exec((inBrackets ?? trimmed).trim()) ?? [];
  const digits = unsigned.trim();
  const signs = [before, after, inBrackets === undefined ? '' : '-'].filter((sign) => sign !== '');
  if (signs.length > 1) return null;
  if (!UNGROUPED[decimal].test(digits) && !GROUPED[decimal].test(digits)) return null;
  const amount = parseAmount(plainOf(digits, decimal, minorDigits(currency)), currency);
  return amount === null || amount === 0 || signs.length === 0 || signs[0] === '+' ? amount : -amount;
}

/** Whether something is written as a code of ISO 4217: banks also write those of old currencies. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

/** The same digits as `parseAmount` wants them: no zeros before, none after those that the currency has. */
function plainOf(text: string, decimal: DecimalMark, digits: number): string {
  const [whole = '', fraction = ''] = text.split(decimal);
  const kept = fraction.slice(0, digits) + fraction.slice(digits).replace(/(?<!0)0+$/, '');
  const plain = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return kept === '' ? plain : `${plain}.${kept}`;
}
