/**
 * Amounts of money as whole numbers of the currency's minor unit. Nothing here uses binary fractions: `65.62 * 100` is
 * not 6562.
 */

const PLAIN = /^(0|[1-9]\d*)(?:\.(\d+))?$/;
const HUNDRED_PERCENT = 10_000n;
/**
 * Minor digits that differ from two (ISO 4217). Intl is not used: it has the digits shown in shops, such as none for
 * the forint, and they change between Node.js versions, while stored amounts must not.
 */
const CURRENCIES_BY_DIGITS = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const DIGITS = new Map(
  Object.entries(CURRENCIES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
);
const CODE = /^[A-Z]{3}$/i;

/**
 * Parses an amount from its decimal digits. The digits of a number are its shortest exact representation.
 * @param value a JSON number, or plain decimal text such as `1234.5`
 * @param currency ISO 4217
 * @returns minor units; null for an invalid amount: `12,50`, `abc`, negative, with an exponent, with more decimals
 *   than the currency has, or beyond the safe integers
 * @throws RangeError for a malformed currency code
 * @example
 * parseAmount('12.5', 'EUR'); // 1250
 * parseAmount('12.5', 'JPY'); // null
 */
export function parseAmount(value: number | string, currency: string): number | null {
  return parseDecimal(value, minorDigits(currency));
}

/**
 * Parses an amount that may have more decimals than its currency, and rounds it half to even (IEEE 754), so that many
 * roundings do not drift in one direction. It works on the decimal digits, as {@link parseAmount} does.
 * @param value a JSON number, or plain decimal text such as `1234.5`
 * @param currency ISO 4217
 * @returns minor units, and whether digits were lost; null for an invalid amount: `12,50`, `abc`, negative, text with an
 *   exponent, or beyond the safe integers
 * @throws RangeError for a malformed currency code
 * @example
 * roundAmount(0.1 + 0.2, 'EUR'); // { amount: 30, isRounded: true }
 * roundAmount('0.125', 'EUR'); // { amount: 12, isRounded: true }
 */
export function roundAmount(
  value: number | string,
  currency: string,
): { readonly amount: number; readonly isRounded: boolean } | null {
  const digits = minorDigits(currency);
  // JavaScript writes smaller numbers with an exponent.
  if (typeof value === 'number' && value > 0 && value < 1e-6) return { amount: 0, isRounded: true };
  const split = splitDecimal(value, digits);
  if (!split) return null;
  const { scaled, lost } = split;
  const half = '5'.padEnd(lost.length, '0');
  const isUp = lost > half || (lost === half && scaled % 2 === 1);
  const amount = isUp ? scaled + 1 : scaled;
  return Number.isSafeInteger(amount) ? { amount, isRounded: Number(lost) !== 0 } : null;
}

/**
 * Parses a percentage such as 12.5. @returns hundredths of a percent; null if invalid or with more than two decimals
 */
export function parsePercent(value: number | string): number | null {
  return parseDecimal(value, 2);
}

function parseDecimal(value: number | string, digits: number): number | null {
  const split = splitDecimal(value, digits);
  return split?.lost === '' && Number.isSafeInteger(split.scaled) ? split.scaled : null;
}

/** Splits a decimal into the whole number with these decimals, and the digits after them. */
function splitDecimal(
  value: number | string,
  digits: number,
): { readonly scaled: number; readonly lost: string } | null {
  const [, whole, fraction = ''] = PLAIN.exec(String(value)) ?? [];
  if (whole === undefined) return null;
  const scaled = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return { scaled, lost: fraction.slice(digits) };
}

/**
 * Converts an amount to major units for JSON, such as 12.5. The division is exact to the last digit.
 * @example
 * majorUnits(1250, 'EUR'); // 12.5
 */
export function majorUnits(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency);
}

/** Formats an amount with all its decimals, such as `12.50`, for lists and files. */
export function amountText(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Number of decimals of a currency (ISO 4217). @throws RangeError for a malformed currency code */
export function minorDigits(currency: string): number {
  if (!CODE.test(currency)) throw new RangeError(`"${currency}" is not a currency code.`);
  return DIGITS.get(currency.toUpperCase()) ?? 2;
}

/** Whether the code belongs to a currency in use (ISO 4217). */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/**
 * Returns a share in hundredths of a percent, halves rounded away from zero: `shareOf(1000, 1250)` is 12.5 % of 1000.
 */
export function shareOf(minor: number, basisPoints: number): number {
  return rounded(BigInt(minor) * BigInt(basisPoints), HUNDRED_PERCENT);
}

/**
 * Returns a proportion of an amount, halves rounded away from zero: `proportionOf(300, 2, 3)` is two thirds of 300.
 * @param whole greater than 0
 */
export function proportionOf(minor: number, part: number, whole: number): number {
  return rounded(BigInt(minor) * BigInt(part), BigInt(whole));
}

function rounded(dividend: bigint, divisor: bigint): number {
  const isNegative = dividend < 0n;
  const size = isNegative ? -dividend : dividend;
  const quotient = Number((2n * size + divisor) / (2n * divisor));
  if (!Number.isSafeInteger(quotient)) throw new RangeError('The amount exceeds the largest exact number.');
  return isNegative && quotient !== 0 ? -quotient : quotient;
}
