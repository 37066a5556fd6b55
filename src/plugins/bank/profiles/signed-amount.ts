import { amountFault, readAmount } from '../formats/amounts.js';
import type { EntryProfile, ProfileField } from './profile.js';

/** A signed amount, or the reason there is none. */
export type SignedAmount =
  | {
      /** Minor units; negative for outgoing money. */
      readonly minor: number;
      /** Part of it that the bank deducted. */
      readonly charges: number;
    }
  | { readonly code: 'amount_invalid' | 'amount_missing' | 'direction_unknown'; readonly message: string };

/** Parts of a profile that the reading of amounts needs. */
type AmountProfile = Pick<EntryProfile, 'decimal' | 'directions' | 'fields' | 'isInverted'>;

/** Currency signs and codes around an amount; `kr` and `Kč` are not Unicode currency signs. */
const CURRENCY_SIGNS = /\p{Sc}|(?<![a-z])(?:[A-Z]{3}|kr\.?|Kč|Fr\.)(?![a-z])/gu;

/**
 * Reads the amount of an entry: from a signed column, from two columns, or from one whose direction is in another
 * column.
 */
export function readSignedAmount(
  profile: AmountProfile,
  text: (field: ProfileField) => string,
  currency: string,
): SignedAmount {
  const read = (field: ProfileField): number | null =>
    readAmount(withoutCurrency(text(field)), currency, profile.decimal);
  const fault = (field: ProfileField) => amountFault(withoutCurrency(text(field)), currency, profile.decimal);
  const amount = profile.fields.amount === undefined ? ofTwo(text, read) : ofOne(profile, text, read);
  if (amount === 'missing') {
    return { code: 'amount_missing', message: 'The entry has no amount and was skipped.' };
  }
  if (typeof amount === 'object') return fault(amount.in);
  if (amount === 'undirected') {
    const message = `"${text('direction').slice(0, 64)}" is neither credit nor debit in the profile. The entry was skipped.`;
    return { code: 'direction_unknown', message };
  }
  const signed = profile.isInverted ? -amount : amount;
  if (text('fee') === '') return { minor: signed, charges: includedCharges(text, read, signed) };
  const fee = read('fee');
  if (fee === null) return fault('fee');
  const charges = Math.abs(fee);
  return { minor: signed - charges, charges };
}

/**
 * Returns the charges in the amount of a debit: those in their own column, or the difference to the original amount of
 * a returned payment.
 */
function includedCharges(
  text: (field: ProfileField) => string,
  read: (field: ProfileField) => number | null,
  amount: number,
): number {
  if (amount >= 0) return 0;
  const of = (field: ProfileField): number => (text(field) === '' ? 0 : Math.abs(read(field) ?? 0));
  const charges = of('charges');
  if (charges > 0 && charges < -amount) return charges;
  const original = of('returnedAmount');
  return original > 0 && original < -amount ? -amount - original : 0;
}

/** Removes currency signs and codes from an amount. */
export function withoutCurrency(text: string): string {
  return text.replace(CURRENCY_SIGNS, '');
}

type SignResult = number | 'missing' | 'undirected' | { readonly in: ProfileField };

function ofOne(
  { fields, directions }: AmountProfile,
  text: (field: ProfileField) => string,
  read: (field: ProfileField) => number | null,
): SignResult {
  if (text('amount') === '') return 'missing';
  const amount = read('amount');
  if (amount === null) return { in: 'amount' };
  if (directions === undefined || fields.direction === undefined) return amount;
  const word = text('direction').toLowerCase();
  if (directions.debit.some((one) => one.toLowerCase() === word)) return -Math.abs(amount);
  return directions.credit.some((one) => one.toLowerCase() === word) ? Math.abs(amount) : 'undirected';
}

/**
 * Reads separate credit and debit columns. Banks leave the other one empty or zero, and write debits with or without a
 * sign.
 */
function ofTwo(text: (field: ProfileField) => string, read: (field: ProfileField) => number | null): SignResult {
  const credit = text('credit') === '' ? 0 : read('credit');
  const debit = text('debit') === '' ? 0 : read('debit');
  if (credit === null) return { in: 'credit' };
  if (debit === null) return { in: 'debit' };
  if (text('credit') === '' && text('debit') === '') return 'missing';
  return credit - Math.abs(debit);
}
