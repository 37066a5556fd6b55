import type { Analyzer } from './analyzer.js';
import { growTo } from './grow.js';
import { type IndexedDocument, PostingIndex } from './posting-index.js';
import type { WordTree } from './radix.js';
import { createWordForms, type WordForm } from './word-forms.js';

/** Words of one locale: postings by index term, and the written forms behind stemmed terms. */
export interface LocaleIndex {
  readonly analyzer: Analyzer;
  readonly postings: PostingIndex;
  /** Every word a reader can type, folded. In a language without stemming these are the index terms. */
  readonly words: WordTree<unknown>;
  /** Returns the written form; undefined if the word is its own index term. */
  form(word: string): WordForm | undefined;
  add(document: IndexedDocument): void;
  /** Number of distinct words in a document's title, without stop words. */
  titleWords(slot: number): number;
}

/**
 * Creates an empty index. Stop words are indexed in titles only, so that a query of nothing but stop words ("how
 * to") still finds the titles that contain them.
 */
export function createLocaleIndex(analyzer: Analyzer): LocaleIndex {
  const forms = analyzer.stemmer !== null ? createWordForms() : undefined;
  let titleWords = new Uint32Array(64);

  const postings: PostingIndex = new PostingIndex(
    (text) => analyzer.tokenize(text).map(({ word }) => word),
    (word, field) => {
      const { folded, term } = analyzer.analyze(word);
      if (field !== 'title' && analyzer.isStopWord(folded)) return undefined;
      // The document being added has the last slot taken.
      if (field !== undefined) forms?.add(folded, term, postings.slots - 1, postings.live);
      return term;
    },
  );

  return {
    analyzer,
    postings,
    words: forms?.tree ?? postings.terms,
    form: (word) => forms?.get(word),
    add(document) {
      const slot = postings.slots;
      postings.add(document);
      titleWords = growTo(titleWords, slot + 1);
      titleWords[slot] = new Set(
        analyzer
          .tokenize(document.title)
          .map(({ word }) => analyzer.analyze(word).folded)
          .filter((word) => !analyzer.isStopWord(word)),
      ).size;
    },
    titleWords: (slot) => titleWords[slot] ?? 0,
  };
}
