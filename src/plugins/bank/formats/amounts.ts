import { minorDigits, parseAmount } from '../../../money.js';

/** Decimal separator. The other character may then group thousands. */
export type DecimalMark = '.' | ',';

/** Thousands grouped by (non-breaking) spaces, apostrophes or the other separator. */
const GROUPED: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^\d{1,3}(?:([ \u00a0\u202f'’,])\d{3}(?:\1\d{3})*)?(?:\.\d*)?$/,
  ',': /^\d{1,3}(?:([ \u00a0\u202f'’.])\d{3}(?:\1\d{3})*)?(?:,\d*)?$/,
};
const UNGROUPED: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^(?:\d+(?:\.\d*)?|\.\d+)$/,
  ',': /^(?:\d+(?:,\d*)?|,\d+)$/,
};
/** Fast path for the most common notation. */
const PLAIN: Readonly<Record<DecimalMark, RegExp>> = { '.': /^\d+(?:\.\d+)?$/, ',': /^\d+(?:,\d+)?$/ };
const SIGNED = /^([-+−–]?)(.*?)([-−–]?)$/s;
const IN_BRACKETS = /^\((.*)\)$/s;
/** Maximum length of an amount, more than any exact number needs with its groups. */
const MAX_LENGTH = 64;

/**
 * Reads an amount as banks write it: `1234,`, `,50`, `1 234,50`, `12.50-`, `(12.50)`, `+8.85000`.
 * More decimals than the currency has are accepted if they are zeros.
 * @param currency ISO 4217
 * @returns minor units, negative for a leading or trailing minus or brackets; null if the text is no amount of that
 *   currency or exceeds the safe integer range
 */
export function readAmount(text: string, currency: string, decimal: DecimalMark = '.'): number | null {
  if (text.length > MAX_LENGTH || !isCurrencyCode(currency)) return null;
  // Amounts with leading zeros or extra decimals take the slow path.
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

/** A single separator before exactly three digits. */
const ONE_GROUP = /^[-+−–(]?\s*[1-9]\d{0,2}([.,])\d{3}\s*[-−–)]?$/;

/**
 * Whether an amount may be a thousand times another one: `1,000` is one or a thousand. Bank files never need three
 * decimals, except in currencies that have them.
 * @param decimal decimal separator if it is known; the other one then groups thousands
 */
export function isAmbiguousAmount(text: string, currency: string, decimal?: DecimalMark): boolean {
  const separator = ONE_GROUP.exec(text.trim())?.[1];
  return separator !== undefined && separator === (decimal ?? separator) && minorDigits(currency) < 3;
}

/**
 * Reads an amount whose decimal separator is unknown: the last separator is. The other one then groups thousands.
 * @returns minor units; null for an invalid or ambiguous amount
 */
export function readFreeAmount(text: string, currency: string): number | null {
  if (isAmbiguousAmount(text, currency)) return null;
  const isComma = text.lastIndexOf(',') > text.lastIndexOf('.');
  // Several equal separators can only group thousands.
  const groups = text.split(isComma ? ',' : '.').length > 2;
  return readAmount(text, currency, isComma !== groups ? ',' : '.');
}

/**
 * Returns the sentence for an amount that cannot be read.
 * @param decimal as for {@link isAmbiguousAmount}
 */
export function amountFault(
  text: string,
  currency: string,
  decimal?: DecimalMark,
): { readonly code: 'amount_invalid'; readonly message: string } {
  const quoted = `"${text.slice(0, 64)}"`;
  if (!isAmbiguousAmount(text, currency, decimal)) {
    return { code: 'amount_invalid', message: `${quoted} is not an amount in ${currency}. The entry was skipped.` };
  }
  const message = `${quoted} is ambiguous: the separator may group thousands or start the decimals. The entry was skipped. Use a file with two decimals.`;
  return { code: 'amount_invalid', message };
}

/**
 * Whether a text has the form of an ISO 4217 code. Not checked against a list: banks also use codes of former
 * currencies.
 */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

/** Normalizes digits for `parseAmount`: no leading zeros, no zeros beyond the decimals of the currency. */
function plainOf(text: string, decimal: DecimalMark, digits: number): string {
  const [whole = '', fraction = ''] = text.split(decimal);
  const digitsKept = fraction.slice(0, digits) + fraction.slice(digits).replace(/(?<!0)0+$/, '');
  const plain = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return digitsKept === '' ? plain : `${plain}.${digitsKept}`;
}
