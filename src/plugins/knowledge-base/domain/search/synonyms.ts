import type { Analyzer } from './analyzer.js';
import { compoundsOf, joined } from './variants.js';

/** Group of synonyms. */
export interface SynonymGroup {
  /** A search for one of them finds the others too. An entry may have several words, e.g. "virtual private network". */
  readonly words: readonly string[];
  /** One-way synonyms, which are found but do not find `words`: `{ words: ['k8s'], also: ['kubernetes'] }`. */
  readonly also?: readonly string[];
}

/** Distinct index terms of one or more words, in order. */
export type Phrase = readonly string[];

export interface SynonymEntry {
  readonly phrase: Phrase;
  readonly others: readonly Phrase[];
}

/** Entries by the first term of their phrase. */
export type Synonyms = ReadonlyMap<string, readonly SynonymEntry[]>;

/** Converts synonym groups to index terms. A compound also counts as one word. Stop words are kept only if an entry has no other words, as in a query. */
export function createSynonyms(groups: readonly SynonymGroup[], analyzer: Analyzer): Synonyms {
  function phrasesOf(texts: readonly string[]): Phrase[] {
    return texts.flatMap((text) => {
      const tokens = analyzer.tokenize(text);
      const words = tokens.map(({ word }) => analyzer.analyze(word));
      const telling = words.filter(({ folded }) => !analyzer.isStopWord(folded));
      const terms = new Set((telling.length > 0 ? telling : words).map(({ term }) => term));
      terms.delete('');
      const [run, ...others] = compoundsOf(text, tokens);
      const compound = run && others.length === 0 ? joined(run) : undefined;
      const spelledTogether = compound ? [[analyzer.analyze(compound.word).term]] : [];
      return terms.size > 0 ? [[...terms], ...spelledTogether] : [];
    });
  }

  const entries = new Map<string, { phrase: Phrase; others: Map<string, Phrase> }>();
  for (const { words, also = [] } of groups) {
    const phrases = phrasesOf(words);
    const reached = [...phrases, ...phrasesOf(also)];
    for (const phrase of phrases) {
      const key = keyOf(phrase);
      const { others } = entries.get(key) ?? { others: new Map<string, Phrase>() };
      for (const other of reached) if (keyOf(other) !== key) others.set(keyOf(other), other);
      entries.set(key, { phrase, others });
    }
  }
  const synonyms = new Map<string, SynonymEntry[]>();
  for (const { phrase, others } of entries.values()) {
    const [first = ''] = phrase;
    synonyms.set(first, [...(synonyms.get(first) ?? []), { phrase, others: [...others.values()] }]);
  }
  return synonyms;
}

/** Key of a phrase. Unambiguous, because terms contain no spaces. */
export function keyOf(phrase: Phrase): string {
  return phrase.join(' ');
}
