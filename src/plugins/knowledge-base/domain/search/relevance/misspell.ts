import { isSegmented } from '../tokenize.js';

/**
 * Adds a typical typo to the longest word of a query: a letter is omitted, doubled, replaced or swapped with the
 * next. Never the first letter, and never in scripts without spaces.
 * @param number number of the query, which selects letter and typo, so that every run makes the same mistakes
 */
export function misspell(query: string, number: number): string {
  const words = (query.match(/\p{L}{4,}/gu) ?? []).filter((word) => !isSegmented(word));
  const [longest] = words.sort((one, other) => other.length - one.length);
  if (longest === undefined) return query;
  const letters = [...longest];
  const at = 1 + (number % (letters.length - 2));
  const [letter = '', next = ''] = letters.slice(at);
  const typos = [[next], [letter, letter, next], [letter === 'x' ? 'y' : 'x', next], [next, letter]];
  return query.replace(longest, letters.toSpliced(at, 2, ...(typos[number % typos.length] ?? [])).join(''));
}
