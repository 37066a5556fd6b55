import { isDay } from '../../../index.js';
import type { StatementEntry } from '../formats/statement.js';

/**
 * Validates an entry before it is stored, because readers and filters may come from other plugins.
 * @returns a sentence with the fault; null if valid
 */
export function faultOf(entry: StatementEntry): string | null {
  const { amount, charges, original, direction, currency, bookingStatus } = entry;
  if (direction !== 'credit' && direction !== 'debit') return 'It says neither credit nor debit.';
  if (!isAmount(amount)) return 'Its amount is no whole number of minor units.';
  if (!Number.isSafeInteger(charges)) return 'Its charges are no whole number of minor units.';
  if (!isCurrencyText(currency)) return 'Its currency is not written in three letters.';
  if (original && !(isAmount(original.amount) && isCurrencyText(original.currency))) {
    return 'The amount that it was changed from is none.';
  }
  if (bookingStatus !== 'booked' && bookingStatus !== 'pending') return 'It says neither booked nor pending.';
  if (!isDay(entry.bookedOn)) return 'It has no day.';
  if (entry.valueOn !== '' && !isDay(entry.valueOn)) return 'The day from which it counts is none.';
  return null;
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isCurrencyText(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}
