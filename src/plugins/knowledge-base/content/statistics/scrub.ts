/**
 * Personal data that people paste into search boxes: emails, IP addresses, card, account and telephone numbers,
 * keys. Each match is replaced by its name.
 */
const PATTERNS: readonly {
  readonly pattern: RegExp;
  readonly name: string;
  readonly is?: (text: string) => boolean;
}[] = [
  { pattern: /(?<![^\s@<>()",;:])[^\s@<>()",;:]+@[^\s@<>()",;:]+/g, name: 'e-mail' },
  { pattern: /\b[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}\b/gi, name: 'account', is: isIban },
  { pattern: /(?<!\d)\d(?:[ .-]?\d){12,18}(?!\d)/g, name: 'card', is: passesLuhn },
  { pattern: /(?<![\w.])\+\d(?:[ ()/.-]{0,2}\d){6,14}(?!\d)/g, name: 'telephone' },
  { pattern: /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g, name: 'address' },
  { pattern: /[\w.~+/=-]{24,}/g, name: 'key', is: isRandom },
  { pattern: /(?<!\d)\d(?:[ .-]?\d){8,}(?!\d)/g, name: 'number' },
];

/** Maximum length of a query in code points. */
const MAX_LENGTH = 200;

/**
 * Normalizes a query for statistics: without personal data, lower case, single spaces, so that equivalent queries
 * match.
 */
export function scrubQuery(query: string): string {
  let text = query
    .normalize('NFKC')
    // Invisible characters could hide an email or IP address from the patterns.
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ');
  for (const { pattern, name, is = () => true } of PATTERNS) {
    text = text.replace(pattern, (found) => (is(found) ? `[${name}]` : found));
  }
  return [...text.trim().toLowerCase()].slice(0, MAX_LENGTH).join('');
}

/** Checks the check digit of payment cards (ISO/IEC 7812-1). */
function passesLuhn(text: string): boolean {
  const digits = [...text].filter((character) => character >= '0' && character <= '9').map(Number);
  const sum = digits
    .toReversed()
    .map((digit, index) => (index % 2 === 1 ? digit * 2 - (digit > 4 ? 9 : 0) : digit))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0;
}

/** Checks the check digits of an IBAN (ISO 13616): the remainder modulo 97 is 1. */
function isIban(text: string): boolean {
  const plain = text.replace(/[ -]/g, '').toUpperCase();
  const digits = [...(plain.slice(4) + plain.slice(0, 4))].map((character) => Number.parseInt(character, 36));
  return digits.reduce((rest, value) => Number(`${rest}${value}`) % 97, 0) === 1;
}

/** Keys mix digits with letters; long words and paths do not. */
function isRandom(text: string): boolean {
  return (text.match(/\d/g)?.length ?? 0) >= 4 && /[a-z]/i.test(text);
}
