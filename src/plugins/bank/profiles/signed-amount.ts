import { readAmount } from '../formats/amounts.js';
import type { EntryProfile, ProfileField } from './profile.js';

/** What was found, or why nothing was. */
export type SignedAmount =
  | {
      /** What came in, in minor units; below zero for what went out. */
      readonly minor: number;
      /** What of it the bank kept. */
      readonly charges: number;
    }
  | { readonly code: 'amount_missing' | 'amount_invalid' | 'direction_unknown'; readonly message: string };

/** Signs and codes of currencies before and after an amount; `kr` and `Kč` are no signs. */
const CURRENCY_SIGNS = /\p{Sc}|(?<![a-z])(?:[A-Z]{3}|kr\.?|Kč|Fr\.)(?![a-z])/gu;

/** Reads the amount of an entry, from a column with a sign, from two, or from one that another one gives the direction to. */
export function readSignedAmount(
  profile: EntryProfile,
  text: (field: ProfileField) => string,
  currency: string,
): SignedAmount {
  const read = (field: ProfileField): number | null =>
    readAmount(withoutCurrency(text(field)), currency, profile.decimal);
  const amount = profile.fields.amount === undefined ? ofTwo(text, read) : ofOne(profile, text, read);
  if (amount === 'missing') {
    return { code: 'amount_missing', message: 'The entry has no amount. It was left out.' };
  }
  if (typeof amount === 'object') {
    const message = `"${text(amount.in).slice(0, 64)}" is no amount in ${currency}. The entry was left out.`;
    return { code: 'amount_invalid', message };
  }
  if (amount === 'undirected') {
    const message = `"${text('direction').slice(0, 64)}" is neither a credit nor a debit as the profile says. The entry was left out.`;
    return { code: 'direction_unknown', message };
  }
  const signed = profile.isInverted ? -amount : amount;
  if (text('fee') === '') return { minor: signed, charges: 0 };
  const fee = read('fee');
  if (fee === null) {
    return {
      code: 'amount_invalid',
      message: `"${text('fee').slice(0, 64)}" is no amount in ${currency}. The entry was left out.`,
    };
  }
  const charges = Math.abs(fee);
  return { minor: signed - charges, charges };
}

/** The same amount without signs and codes of currencies. */
export function withoutCurrency(text: string): string {
  return text.replace(CURRENCY_SIGNS, '');
}

type Found = number | 'missing' | 'undirected' | { readonly in: ProfileField };

function ofOne(
  { fields, directions }: EntryProfile,
  text: (field: ProfileField) => string,
  read: (field: ProfileField) => number | null,
): Found {
  if (text('amount') === '') return 'missing';
  const amount = read('amount');
  if (amount === null) return { in: 'amount' };
  if (directions === undefined || fields.direction === undefined) return amount;
  const word = text('direction').toLowerCase();
  if (directions.debit.some((one) => one.toLowerCase() === word)) return -Math.abs(amount);
  return directions.credit.some((one) => one.toLowerCase() === word) ? Math.abs(amount) : 'undirected';
}

/** The one that says something counts. Banks write zeros into the other; debits with a sign or without. */
function ofTwo(text: (field: ProfileField) => string, read: (field: ProfileField) => number | null): Found {
  const credit = text('credit') === '' ? 0 : read('credit');
  const debit = text('debit') === '' ? 0 : read('debit');
  if (credit === null) return { in: 'credit' };
  if (debit === null) return { in: 'debit' };
  if (text('credit') === '' && text('debit') === '') return 'missing';
  return credit - Math.abs(debit);
}
