import type { Postings } from './posting-index.js';

/**
 * Merges the postings of several terms: documents that contain all of them in one field. The index has no positions,
 * and a field with all words of a technical term rarely means something else.
 */
export function phrasePostings(terms: readonly (Postings | undefined)[]): Postings | undefined {
  const [first, ...others] = terms;
  if (first === undefined || others.length === 0) return first;
  const together: Postings = new Map();
  for (const field of first.keys()) {
    const columns = terms.flatMap((postings) => postings?.get(field) ?? []);
    if (columns.length < terms.length) continue;
    const slots = new Map<number, number>();
    const [rarest = new Map<number, number>(), ...more] = columns.sort((one, other) => one.size - other.size);
    for (const [slot, occurrences] of rarest) {
      const fewest = more.reduce((least, column) => Math.min(least, column.get(slot) ?? 0), occurrences);
      if (fewest > 0) slots.set(slot, fewest);
    }
    if (slots.size > 0) together.set(field, slots);
  }
  return together.size > 0 ? together : undefined;
}
