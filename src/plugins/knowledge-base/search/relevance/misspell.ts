import { isSegmented } from '../tokenize.js';

/**
 * Misspells the longest word of a query, as people do who type: a letter is left out, doubled, hit beside, or changes
 * places with the next; never the first one, and never in a script without spaces.
 * @param number of the query: says which letter and which of the four, so that another run makes the same mistakes
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
