import { isDay } from '../../../calendar.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { StatementEntry } from '../formats/statement.js';
import type { EntryContext } from '../hooks/importing.js';
import { fittingKey, keysOf } from './entry-keys.js';
import type { PlannedEntry } from './plan-chunk.js';

/** An entry ready to be stored, or the reason it cannot be. */
export type PreparedEntry = { readonly planned: PlannedEntry } | { readonly fault: string };

/** Creates a function that applies the filters to an entry, validates it and computes its keys. */
export function createPrepareEntry(
  hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'hasFilter'>,
): (read: StatementEntry, context: EntryContext) => Promise<PreparedEntry> {
  return async (read, context) => {
    const entry = hooks.hasFilter('vendor_bank_normalize_transaction')
      ? await hooks.applyFiltersAsync('vendor_bank_normalize_transaction', read, context)
      : read;
    const fault = faultOf(entry);
    if (fault !== null) return { fault };
    const keys = keysOf(entry);
    const base = keys.reference ?? keys.content;
    if (!hooks.hasFilter('vendor_bank_dedup_key')) return { planned: { entry, keys, base } };
    const chosen = await hooks.applyFiltersAsync('vendor_bank_dedup_key', base, entry, context);
    return { planned: { entry, keys, base: chosen === base ? base : fittingKey(chosen) } };
  };
}

/**
 * Validates an entry before it is stored, because readers and filters may come from other plugins.
 * @returns a sentence with the fault; null if valid
 */
function faultOf(entry: StatementEntry): string | null {
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
