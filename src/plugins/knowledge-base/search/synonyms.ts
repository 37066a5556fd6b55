import type { Analyzer } from './analyzer.js';

/** Words that mean the same to who searches. */
export interface SynonymGroup {
  /** A search for one of them finds the others too. An entry may have several words, such as "virtual private network". */
  readonly words: readonly string[];
  /** These are found too, but do not find the words: `{ words: ['k8s'], also: ['kubernetes'] }` leads one way. */
  readonly also?: readonly string[];
}

/** The different index terms of one or more words, in their order. */
export type Phrase = readonly string[];

export interface SynonymEntry {
  readonly phrase: Phrase;
  readonly others: readonly Phrase[];
}

/** Entries by the first term of their phrase. */
export type Synonyms = ReadonlyMap<string, readonly SynonymEntry[]>;

/** Brings groups into the terms of an index. Stop words count where an entry has no others, as in a query. */
export function createSynonyms(groups: readonly SynonymGroup[], analyzer: Analyzer): Synonyms {
  function phrasesOf(texts: readonly string[]): Phrase[] {
    return texts.flatMap((text) => {
      const words = analyzer.tokenize(text).map(({ word }) => analyzer.analyze(word));
      const telling = words.filter(({ folded }) => !analyzer.isStopWord(folded));
      const terms = new Set((telling.length > 0 ? telling : words).map(({ term }) => term));
      terms.delete('');
      return terms.size > 0 ? [[...terms]] : [];
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

/** Tells phrases apart: no term has a blank. */
export function keyOf(phrase: Phrase): string {
  return phrase.join(' ');
}
