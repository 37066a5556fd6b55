import type { OwnedHooks } from '../../../hooks.js';
import type { StatementEntry } from '../formats/statement.js';
import type { EntryContext } from '../hooks/importing.js';
import { faultOf } from './check-entry.js';
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
