import type { SearchDocument } from '../../../../src/plugins/knowledge-base/domain/search/engine.js';

/** Search document with defaults for the remaining fields. */
export function article(id: number, fields: Partial<SearchDocument>): SearchDocument {
  return { id, locale: 'en', title: `Article ${id}`, body: '', tags: [], categories: [], ...fields };
}

/** Repeatable source of numbers from 0 up to 1 (linear congruential, Numerical Recipes constants). */
export function pseudoRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Generated documents whose word frequencies follow Zipf's law. */
export function madeUpArticles(count: number, { words = 200, vocabulary = 5000, seed = 1 } = {}): SearchDocument[] {
  const random = pseudoRandom(seed);
  const dictionary = Array.from({ length: vocabulary }, () => madeUpWord(random));
  const pick = (): string => dictionary[Math.floor(vocabulary ** random()) - 1] ?? 'word';
  return Array.from({ length: count }, (_, index) =>
    article(index + 1, {
      title: Array.from({ length: 5 }, pick).join(' '),
      body: Array.from({ length: words }, pick).join(' '),
      tags: [`tag${Math.floor(random() * 5)}`, `tag${Math.floor(random() * 5)}`],
      categories: [1 + Math.floor(random() * 8)],
    }),
  );
}

function madeUpWord(random: () => number): string {
  const letter = (letters: string): string => letters[Math.floor(random() * letters.length)] ?? 'a';
  const syllables = 2 + Math.floor(random() * 3);
  return Array.from({ length: syllables }, () => letter('bcdfgklmnprstv') + letter('aeiou')).join('') + letter('nrst');
}
