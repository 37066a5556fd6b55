import { part } from '../part.js';
import type { StatementEntry, StatementPart } from '../statement.js';

/** Correction of an earlier entry (OFX 2.2, 11.4.4.1). */
export interface OfxCorrection {
  /** FITID of the wrong entry. */
  readonly id: string;
  /** Whether the entry is deleted (DELETE) or replaced (REPLACE, the default if banks omit the action). */
  readonly isDeleted: boolean;
}

/** Returns null for an entry that corrects nothing. */
export function correctionOf(text: (tag: string) => string): OfxCorrection | null {
  const id = text('CORRECTFITID');
  return id === '' ? null : { id, isDeleted: text('CORRECTACTION').toUpperCase() === 'DELETE' };
}

/**
 * Returns the parts of a correction. Stored entries are never deleted.
 * A deletion becomes a reversal: an opposite entry with the reference of the first, so that matching finds what it
 * paid. A replacement is added with a warning, because the file does not include the original entry.
 */
export function corrected(entry: StatementEntry, { id, isDeleted }: OfxCorrection): readonly StatementPart[] {
  const { position } = entry;
  const which = `"${id.slice(0, 64)}"`;
  if (!isDeleted) {
    const message = `The entry replaces ${which}, which stays if it was already imported. Check whether both are present, and ignore the wrong one.`;
    return [part.warning('entry_replaced', message, position), part.entry(entry)];
  }
  const message = `The bank deleted the entry ${which}. This entry reverses it.`;
  const taken = { bankReference: id, isReferenceUnique: false, isReversal: true } as const;
  const direction = entry.direction === 'credit' ? 'debit' : 'credit';
  return [part.warning('entry_deleted', message, position), part.entry({ ...entry, ...taken, direction })];
}
