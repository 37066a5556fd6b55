import type { OwnedHooks } from '../../../index.js';
import type { StatementEntry } from '../formats/statement.js';
import type { EntryContext } from '../hooks/importing.js';
import { faultOf } from './check-entry.js';
import { fittingKey, keysOf } from './entry-keys.js';
import type { PlannedEntry } from './plan-chunk.js';

/** An entry as it will be stored, or why it cannot be. */
export type PreparedEntry = { readonly planned: PlannedEntry } | { readonly fault: string };

/** Has filters look at an entry, checks it, and says what it is known by. */
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
