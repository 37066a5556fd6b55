import type { Postings } from './posting-index.js';

/**
 * The postings of several terms as if they were one: documents that have all of them in one field. An index without
 * positions cannot say more, and what has all words of a term of trade in one field seldom means something else.
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
