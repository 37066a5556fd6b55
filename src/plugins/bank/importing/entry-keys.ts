import { hash } from 'node:crypto';
import type { StatementEntry } from '../formats/statement.js';

/** Counts the ways in which keys were made. What was stored with an older one keeps its key: bank.md B3. */
export const DEDUP_VERSION = 1;

/** What an entry is known by within its account. */
export interface EntryKeys {
  /** `id:` and what the bank calls it, where it calls nothing else so; null otherwise. */
  readonly reference: string | null;
  /** `c:` and a digest of what it says, days included. Two equal payments of one day have the same. */
  readonly content: string;
  /** The same without the days, for pending entries that are booked later. */
  readonly loose: string;
  /** Of all that it says: whether the bank says more of it now. */
  readonly raw: string;
}

/** Longest reference that is kept as it is: room for a prefix and a number is left in `dedup_key`. */
const LONGEST_REFERENCE = 64;

/** @param entry as the reader made it, and as filters left it */
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
  const { position: _position, ...said } = entry;
  return {
    reference: entry.isReferenceUnique && entry.bankReference !== '' ? referenceKey(entry.bankReference) : null,
    content: `c:${digest([entry.bookedOn, entry.valueOn, ...money, ...what])}`,
    loose: digest([...money, ...what]),
    raw: digest(said),
  };
}

/** The key of an entry that the bank has no name for, and that is the `occurrence`th with its content in the file. */
export function occurrenceKey(content: string, occurrence: number): string {
  return `${content}:${occurrence}`;
}

/** Whether a stored key is a name that the bank gave. */
export function isReferenceKey(key: string): boolean {
  return /^id[:#]/.test(key);
}

/** A key of somebody's own, in as many characters as there is room for. */
export function fittingKey(key: string): string {
  const name = key.startsWith('id:') ? key.slice('id:'.length) : null;
  if (name !== null) return referenceKey(name);
  return isPlain(key) ? `c:${key}` : `c:${digest(key)}`;
}

function referenceKey(reference: string): string {
  return isPlain(reference) ? `id:${reference}` : `id#${digest(reference)}`;
}

function isPlain(text: string): boolean {
  return text.length <= LONGEST_REFERENCE && !/[\p{C}\s]/u.test(text);
}

/**
 * The account on the other side. Where a bank names none, two payments of the same amount differ by the name alone, and
 * without it one of them would be taken for the other.
 */
function whoOf({ counterparty: { iban, account, bankCode, name } }: StatementEntry): string {
  if (iban !== '') return normalised(iban);
  return account === '' ? normalised(name) : `${normalised(account)}/${normalised(bankCode)}`;
}

/** Letters and digits alone: banks break texts into lines wherever these end. */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toUpperCase();
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}
