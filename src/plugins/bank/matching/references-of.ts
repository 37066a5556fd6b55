import { referenceDigits, referenceKey } from '../receivables/reference.js';
import type { Transaction } from '../transactions/transaction.js';

/** References of a transaction as normalized keys. */
export interface TransactionReferences {
  /** From dedicated fields: variable symbol, creditor reference, end-to-end ID. */
  readonly exact: readonly string[];
  /** Words of the text that contain a digit. */
  readonly text: readonly string[];
}

/** Limits the lookups, because the text is written by strangers and may be a long list of numbers. */
const MAX_KEYS = 60;
const MIN_LENGTH = 4;
const WORD = /[\p{L}\p{N}]+(?:[-/._][\p{L}\p{N}]+)*/gu;

export function referencesOf(transaction: Transaction): TransactionReferences {
  const { variableSymbol, creditorReference, endToEndId, remittance } = transaction;
  const exact = distinct([referenceKey(variableSymbol), ...creditorKeys(creditorReference), referenceKey(endToEndId)]);
  const text = distinct(wordsOf(remittance)).filter((key) => !exact.includes(key));
  return { exact, text };
}

/**
 * Returns a creditor reference and the creditor's own number in it.
 * Without `RF` and the check digits (ISO 11649), or without the final check digit of a QRR.
 */
function creditorKeys(reference: string): string[] {
  const key = referenceKey(reference);
  if (/^RF\d\d./.test(key)) return [key, referenceKey(key.slice(4))];
  return /^\d{2,27}$/.test(key) ? [key, key.slice(0, -1)] : [key];
}

/** Returns words and the parts of words joined by hyphens, slashes, dots and underscores. */
function wordsOf(text: string): string[] {
  const keys: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    if (keys.length >= MAX_KEYS) break;
    const pieces = word.split(/[-/._]/);
    for (const piece of pieces.length > 1 ? [word, ...pieces] : pieces) {
      const key = referenceKey(piece);
      if (key.length >= MIN_LENGTH && key.length <= 64 && /\d/.test(key)) keys.push(key);
    }
  }
  return keys;
}

/** Whether a word has at least six digits, too many for a coincidence. */
export function isTelling(key: string): boolean {
  return referenceDigits(key) !== '';
}

function distinct(keys: readonly string[]): string[] {
  return [...new Set(keys)].filter((key) => key !== '');
}
