import type SearchableMap from 'minisearch/SearchableMap';
import type { Analyzer } from './analyzer.js';
import { PostingIndex, type Postings } from './posting-index.js';
import { createWordForms, type WordForm } from './word-forms.js';

/** The words of one locale: postings by index term, and the written forms behind stemmed terms. */
export interface LocaleIndex {
  readonly analyzer: Analyzer;
  readonly postings: PostingIndex;
  /** Every word a reader can type, folded. In a language without stems these are the index terms. */
  readonly words: SearchableMap<WordForm> | SearchableMap<Postings>;
  /** The written form, undefined where the word is its own index term. */
  form(word: string): WordForm | undefined;
}

/**
 * Creates an empty index. Stop words are indexed in titles only, so that a query of nothing but stop words
 * ("how to") still finds the titles that hold them.
 */
export function createLocaleIndex(analyzer: Analyzer): LocaleIndex {
  const forms = analyzer.stems ? createWordForms() : undefined;

  const postings: PostingIndex = new PostingIndex(
    (text, field) => {
      const all = analyzer.tokenize(text).map(({ word }) => word);
      const L = process.env.LEN;
      if (L === 'raw') return all;
      const isStop = (word: string) => analyzer.isStopWord(analyzer.analyze(word).folded);
      if (L === 'H') return field === 'title' ? all.filter((w) => !isStop(w)) : all;
      if (L === 'F') return all.map((w) => analyzer.analyze(w).folded);
      const kept = L === 'nostop' || field !== 'title' ? all.filter((w) => !isStop(w)) : all;
      return L === 'T'
        ? kept.map((w) => analyzer.analyze(w).term)
        : L === 'B'
          ? kept
          : kept.map((w) => analyzer.analyze(w).folded);
    },
    (word, field) => {
      const { folded, term } = analyzer.analyze(word);
      if (field !== 'title' && analyzer.isStopWord(folded)) return undefined;
      // While a document is added its slot is the last one taken.
      if (field !== undefined) forms?.add(folded, term, postings.slots - 1, postings.live);
      return term;
    },
  );

  return {
    analyzer,
    postings,
    words: forms?.tree ?? postings.terms,
    form: (word) => forms?.get(word),
  };
}
