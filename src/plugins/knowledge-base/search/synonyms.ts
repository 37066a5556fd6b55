import type { Analyzer } from './analyzer.js';

/** Words that mean the same to who searches. */
export interface SynonymGroup {
  /** A search for one of them finds the others too. */
  readonly words: readonly string[];
  /** These are found too, but do not find the words: `{ words: ['k8s'], also: ['kubernetes'] }` leads one way. */
  readonly also?: readonly string[];
}

/** By index term: the other terms that it finds. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/** Brings groups into the terms of an index. An entry of several words is no term of it, and left out. */
export function createSynonyms(groups: readonly SynonymGroup[], analyzer: Analyzer): Synonyms {
  const termsOf = (words: readonly string[]): string[] =>
    words.flatMap((text) => {
      const [token, ...more] = analyzer.tokenize(text);
      const term = token && more.length === 0 ? analyzer.analyze(token.word).term : '';
      return term === '' ? [] : [term];
    });
  const found = new Map<string, Set<string>>();
  for (const { words, also = [] } of groups) {
    const terms = termsOf(words);
    const reached = [...terms, ...termsOf(also)];
    for (const term of terms) {
      const others = found.get(term) ?? new Set();
      for (const other of reached) if (other !== term) others.add(other);
      found.set(term, others);
    }
  }
  return new Map([...found].map(([term, others]) => [term, [...others]]));
}
