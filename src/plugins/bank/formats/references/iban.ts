import { remainderOf97 } from './mod97.js';

const WRITTEN = /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/;

/** An IBAN as it is stored: upper case without spaces. What is there is not judged: statements made anonymous are wrong. */
export function compactIban(text: string): string {
  return (/\s/.test(text) ? text.replace(/\s+/g, '') : text).toUpperCase();
}

/** Whether a text that may be an IBAN or a bank's own number is an IBAN, by its check digits. */
export function isIban(text: string): boolean {
  const compact = compactIban(text);
  return WRITTEN.test(compact) && remainderOf97(compact.slice(4) + compact.slice(0, 4)) === 1;
}
