import type { AdminBadge, ListCell } from '../../../../admin.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import { BADGE_KINDS, ibanText } from '../../labels.js';
import type { BankAccount } from '../../transactions/accounts.js';
import type { Transaction } from '../../transactions/transaction.js';

/** Maximum characters of the text in a list. */
const MAX_TEXT_LENGTH = 90;

/** Formats an amount; outgoing money is negative. */
export function signedAmount({ direction, amount, currency }: Transaction, locale: string): string {
  return moneyText(direction === 'debit' ? -amount : amount, currency, locale);
}

/** Returns the counterparty, as far as the bank names it. */
export function nameOf({ counterparty }: Transaction, { text }: Strings): ListCell {
  const { name, iban, account, bankCode } = counterparty;
  const number = iban !== '' ? ibanText(iban) : [account, bankCode].filter((part) => part !== '').join('/');
  if (name === '') return { text: number === '' ? text('transactions.nobody') : number };
  return { text: name, ...(number !== '' && { note: number }) };
}

/** Returns the reference and the text of the payer. */
export function saidOf(transaction: Transaction, { text }: Strings): ListCell {
  const { variableSymbol, creditorReference, endToEndId, remittance } = transaction;
  const reference = [variableSymbol, creditorReference, endToEndId].find((each) => each !== '') ?? '';
  const characters = [...remittance];
  const excerpt =
    characters.length > MAX_TEXT_LENGTH ? `${characters.slice(0, MAX_TEXT_LENGTH).join('')}…` : remittance;
  if (reference === '') return { text: excerpt === '' ? text('transactions.nothing-said') : excerpt };
  return { text: reference, ...(excerpt !== '' && excerpt !== reference && { note: excerpt }) };
}

/** Builds the status badges of a transaction. */
export function badgesOf({ status, bookingStatus }: Transaction, { text }: Strings): AdminBadge[] {
  return [
    { text: text(`status-${status}`), kind: BADGE_KINDS.transaction[status] },
    ...(bookingStatus === 'pending' ? [{ text: text('transactions.pending'), kind: 'neutral' as const }] : []),
  ];
}

/** Returns the label of a bank account. */
export function accountText({ iban, number, bankCode, name }: BankAccount): string {
  const account = iban !== '' ? ibanText(iban) : [number, bankCode].filter((part) => part !== '').join('/');
  return name === '' ? account : `${name} (${account})`;
}
