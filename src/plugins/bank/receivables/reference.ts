/** A shorter number would be found by chance: in dates, amounts and house numbers. */
const FEWEST_DIGITS = 6;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/**
 * What a reference is found by: its letters and digits, upper case, and a number without leading zeros, since payers and
 * banks write the rest as they like.
 * @returns empty for a text without any, and for zeros alone
 */
export function referenceKey(text: string): string {
  // Upper case parts some letters from their accents, and letters that come together may be one.
  const upper = text.normalize('NFKC').toUpperCase().normalize('NFKC');
  const key = upper.replace(SEPARATORS, '').normalize('NFKC');
  return isNumber(key) ? withoutZeros(key) : key;
}

/** The digits of a reference, without leading zeros, where they are at least six (bank.md B3); empty otherwise. */
export function referenceDigits(text: string): string {
  const digits = text.normalize('NFKC').replace(/\D+/g, '');
  return digits.length < FEWEST_DIGITS ? '' : withoutZeros(digits);
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}
