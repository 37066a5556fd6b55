import { LRUCache } from 'lru-cache';
import type { OwnedHooks } from '../../index.js';
import { stopWordsIn } from './search/analyzer.js';
import type { SynonymGroup } from './search/synonyms.js';
import { createVocabulary, type Vocabulary, type VocabularySource, withSynonyms } from './search/vocabulary.js';

/** The words of each locale, as editors and plugins have changed them. */
export interface SearchWords {
  /** The same object until `refresh` or `forget`, and the same analyzer as long as stop words are the same. */
  of(locale: string): Vocabulary;
  /**
   * Asks again for the locales that were asked for. Other synonyms count from now on; other stop words ask for an index of
   * their own.
   * @returns whether there are such
   */
  refresh(): boolean;
  forget(): void;
  /** Tells stop words and stemmers of these locales. */
  fingerprint(locales: readonly string[]): string;
}

/** Locales that are remembered: whoever searches says in which one, be there articles or not. */
const REMEMBERED = 100;

/** @param groupsOf what editors say of a locale */
export function createSearchWords(
  hooks: Pick<OwnedHooks, 'applyFilters'>,
  groupsOf: (locale: string) => readonly SynonymGroup[] = () => [],
): SearchWords {
  const known = new LRUCache<string, Vocabulary>({ max: REMEMBERED });

  function ask(locale: string): Required<VocabularySource> {
    const stopWords = hooks.applyFilters('vendor_kb_stop_words', [...stopWordsIn(locale)], { locale });
    const groups = groupsOf(locale).map(({ words, also }) => ({ words, ...(also && { also }) }));
    return { stopWords, synonyms: hooks.applyFilters('vendor_kb_synonyms', groups, { locale }) };
  }

  function wordsOf(locale: string): Vocabulary {
    const before = known.get(locale);
    if (before) return before;
    const words = createVocabulary(locale, ask(locale));
    known.set(locale, words);
    return words;
  }

  return {
    of: wordsOf,
    refresh() {
      let hasOtherStopWords = false;
      for (const [locale, vocabulary] of [...known.entries()]) {
        const { stopWords, synonyms } = ask(locale);
        if (!isSame(stopWords, vocabulary.source.stopWords)) hasOtherStopWords = true;
        if (!isSame(synonyms, vocabulary.source.synonyms)) known.set(locale, withSynonyms(vocabulary, synonyms));
      }
      return hasOtherStopWords;
    },
    forget: () => known.clear(),
    fingerprint: (locales) =>
      JSON.stringify(
        locales.map((locale) => {
          const { analyzer, source } = wordsOf(locale);
          return [locale, source.stopWords, analyzer.stemmer];
        }),
      ),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
