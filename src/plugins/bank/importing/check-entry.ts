import { isDay } from '../../../calendar.js';
import type { StatementEntry } from '../formats/statement.js';

/**
 * Validates an entry before it is stored, because readers and filters may come from other plugins.
 * @returns a sentence with the fault; null if valid
 */
export function faultOf(entry: StatementEntry): string | null {
  const { amount, charges, original, direction, currency, bookingStatus } = entry;
  if (direction !== 'credit' && direction !== 'debit') return 'It is neither a credit nor a debit.';
  if (!isAmount(amount)) return 'Its amount is not a whole number of minor units.';
  if (!Number.isSafeInteger(charges)) return 'Its charges are not a whole number of minor units.';
  if (!isCurrencyText(currency)) return 'Its currency is not a three-letter code.';
  if (original && !(isAmount(original.amount) && isCurrencyText(original.currency))) {
    return 'Its original amount is invalid.';
  }
  if (bookingStatus !== 'booked' && bookingStatus !== 'pending') return 'It is neither booked nor pending.';
  if (!isDay(entry.bookedOn)) return 'It has no date.';
  if (entry.valueOn !== '' && !isDay(entry.valueOn)) return 'Its value date is invalid.';
  return null;
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isCurrencyText(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}
