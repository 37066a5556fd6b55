import { referenceDigits, referenceKey } from '../receivables/reference.js';
import type { Transaction } from '../transactions/transaction.js';

/** What a transaction says of the orders that it is for, as keys of references. */
export interface TransactionReferences {
  /** From the fields that are there for it: variable symbol, creditor's reference, end-to-end id. */
  readonly exact: readonly string[];
  /** Whole words of the text that hold a digit. */
  readonly text: readonly string[];
}

/** Texts are of strangers: one that is a list of numbers is not looked up to its end. */
const MOST_WORDS = 60;
const FEWEST_CHARACTERS = 4;
const WORD = /[\p{L}\p{N}]+(?:[-/._][\p{L}\p{N}]+)*/gu;

export function referencesOf(transaction: Transaction): TransactionReferences {
  const { variableSymbol, creditorReference, endToEndId, remittance } = transaction;
  const exact = distinct([referenceKey(variableSymbol), ...creditorKeys(creditorReference), referenceKey(endToEndId)]);
  const text = distinct(wordsOf(remittance)).filter((key) => !exact.includes(key));
  return { exact, text };
}

/**
 * A creditor's reference as it stands, and the creditor's own number in it: without `RF` and its check digits
 * (ISO 11649), without the check digit at the end of a QRR.
 */
function creditorKeys(reference: string): string[] {
  const key = referenceKey(reference);
  if (/^RF\d\d./.test(key)) return [key, referenceKey(key.slice(4))];
  return /^\d{2,27}$/.test(key) ? [key, key.slice(0, -1)] : [key];
}

/** Words, and the pieces of those that are joined by hyphens, slashes, dots and underscores. */
function wordsOf(text: string): string[] {
  const keys: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    if (keys.length >= MOST_WORDS) break;
    const pieces = word.split(/[-/._]/);
    for (const piece of pieces.length > 1 ? [word, ...pieces] : pieces) {
      const key = referenceKey(piece);
      if (key.length >= FEWEST_CHARACTERS && key.length <= 64 && /\d/.test(key)) keys.push(key);
    }
  }
  return keys;
}

/** Whether a word is a number that no text holds by chance: six digits at least (bank.md B3). */
export function isTelling(key: string): boolean {
  return referenceDigits(key) !== '';
}

function distinct(keys: readonly string[]): string[] {
  return [...new Set(keys)].filter((key) => key !== '');
}
