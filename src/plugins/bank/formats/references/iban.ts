import { remainderOf97 } from './mod97.js';

const WRITTEN = /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/;

/**
 * Normalizes an IBAN: upper case without spaces. Not validated, because anonymized statements have wrong check digits.
 */
export function compactIban(text: string): string {
  return (/\s/.test(text) ? text.replace(/\s+/g, '') : text).toUpperCase();
}

/** Whether a text is an IBAN with valid check digits, and not a bank's own account number. */
export function isIban(text: string): boolean {
  const compact = compactIban(text);
  return WRITTEN.test(compact) && remainderOf97(compact.slice(4) + compact.slice(0, 4)) === 1;
}
