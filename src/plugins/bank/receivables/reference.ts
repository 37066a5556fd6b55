/** Shorter numbers match by coincidence: dates, amounts and house numbers. */
const MIN_DIGITS = 6;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/**
 * Normalizes a reference to upper-case letters and digits; a number loses its leading zeros.
 * Payers and banks vary everything else.
 * @returns empty for a text without letters and digits, and for zeros only
 */
export function referenceKey(text: string): string {
  // Upper-casing decomposes some letters, and removing separators can join others, so it is normalized again.
  const upper = text.normalize('NFKC').toUpperCase().normalize('NFKC');
  const key = upper.replace(SEPARATORS, '').normalize('NFKC');
  return isNumber(key) ? withoutZeros(key) : key;
}

/** Returns the digits of a reference without leading zeros, if there are at least six; empty otherwise. */
export function referenceDigits(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D+/g, '');
  return digits.length < MIN_DIGITS ? '' : withoutZeros(digits);
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}
