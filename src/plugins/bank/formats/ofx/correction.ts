import { part } from '../part.js';
import type { StatementEntry, StatementPart } from '../statement.js';

/** What a bank corrects by an entry (OFX 2.2, 11.4.4.1). */
export interface OfxCorrection {
  /** FITID of the entry that was wrong. */
  readonly id: string;
  /** What becomes of it: REPLACE, which is also what banks mean that do not say it, or DELETE. */
  readonly isDeleted: boolean;
}

/** @returns null for an entry that corrects nothing */
export function correctionOf(text: (tag: string) => string): OfxCorrection | null {
  const id = text('CORRECTFITID');
  return id === '' ? null : { id, isDeleted: text('CORRECTACTION').toUpperCase() === 'DELETE' };
}

/**
 * What was stored is never taken away. What is deleted is therefore taken back: an entry in the other direction under the
 * reference of the first, so that matching finds what it has paid. What is replaced stands beside it, and people are told
 * to look: the file does not say what the first one was.
 */
export function corrected(entry: StatementEntry, { id, isDeleted }: OfxCorrection): readonly StatementPart[] {
  const { position } = entry;
  const which = `"${id.slice(0, 64)}"`;
  if (!isDeleted) {
    const message = `The entry replaces ${which}, which stays if it was imported: look whether both are there, and ignore the wrong one.`;
    return [part.warning('entry_replaced', message, position), part.entry(entry)];
  }
  const message = `The bank has deleted the entry ${which}. This takes it back.`;
  const taken = { bankReference: id, isReferenceUnique: false, isReversal: true } as const;
  const direction = entry.direction === 'credit' ? 'debit' : 'credit';
  return [part.warning('entry_deleted', message, position), part.entry({ ...entry, ...taken, direction })];
}
