import { hash } from 'node:crypto';
import type { StatementEntry } from '../formats/statement.js';

/** Version of the deduplication keys. Stored rows keep the keys of their version. */
export const DEDUP_VERSION = 2;

/** Keys that identify an entry within its account. */
export interface EntryKeys {
  /** `id:` and the bank's reference if the bank uses it only once; null otherwise. */
  readonly reference: string | null;
  /** `c:` and a digest of the content including the days. Equal payments on one day share it. */
  readonly content: string;
  /** Same without the days, for pending entries that are booked later. */
  readonly loose: string;
  /** Digest of all values, to detect whether the bank has changed any. */
  readonly raw: string;
}

/** Longest reference stored as it is. Leaves room in `dedup_key` for a prefix and a number. */
const MAX_REFERENCE_LENGTH = 64;

/**
 * Computes the keys of an entry.
 * @param entry as read and filtered
 */
export function keysOf(entry: StatementEntry): EntryKeys {
  const money = [entry.direction === 'debit' ? -entry.amount : entry.amount, entry.currency];
  const what = [
    whoOf(entry),
    entry.endToEndId,
    entry.variableSymbol,
    entry.specificSymbol,
    entry.constantSymbol,
    normalised(entry.remittance),
  ];
  const { position: _position, ...fields } = entry;
  return {
    reference: entry.isReferenceUnique && entry.bankReference !== '' ? referenceKey(entry.bankReference) : null,
    content: `c:${digest([entry.bookedOn, entry.valueOn, ...money, ...what])}`,
    loose: digest([...money, ...what]),
    raw: digest(fields),
  };
}

/** Builds the key of an entry without a unique reference: its content and its count (`occurrence`) in the file. */
export function occurrenceKey(content: string, occurrence: number): string {
  return `${content}:${occurrence}`;
}

/** Whether a stored key is the bank's own reference. */
export function isReferenceKey(key: string): boolean {
  return /^id[:#]/.test(key);
}

/** Fits a key returned by a filter into its column. */
export function fittingKey(key: string): string {
  const name = key.startsWith('id:') ? key.slice('id:'.length) : null;
  if (name !== null) return referenceKey(name);
  return isPlain(key) ? `c:${key}` : `c:${digest(key)}`;
}

function referenceKey(reference: string): string {
  return isPlain(reference) ? `id:${reference}` : `id#${digest(reference)}`;
}

function isPlain(text: string): boolean {
  return text.length <= MAX_REFERENCE_LENGTH && !/[\p{C}\s]/u.test(text);
}

/**
 * Identifies the counterparty by account.
 * If the bank gives none, the name is used, because two payments of the same amount may differ in nothing else.
 */
function whoOf({ counterparty: { iban, account, bankCode, name } }: StatementEntry): string {
  if (iban !== '') return normalised(iban);
  return account === '' ? normalised(name) : `${normalised(account)}/${normalised(bankCode)}`;
}

/** Keeps only letters and digits, because banks wrap texts at arbitrary positions. */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toUpperCase();
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}
