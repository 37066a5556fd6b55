import { LRUCache } from 'lru-cache';
import type { OwnedHooks } from '../../../../hooks.js';
import { stopWordsIn } from './analyzer.js';
import type { SynonymGroup } from './synonyms.js';
import { createVocabulary, type Vocabulary, type VocabularySource, withSynonyms } from './vocabulary.js';

/** Vocabulary of each locale, as editors and plugins have changed it. */
export interface SearchWords {
  /**
   * Returns the vocabulary of a locale.
   * The same object until `refresh` or `forget`, and the same analyzer while stop words are unchanged.
   */
  of(locale: string): Vocabulary;
  /**
   * Reloads the vocabularies in use. New synonyms apply immediately; new stop words require a new index.
   * @returns whether stop words have changed
   */
  refresh(): boolean;
  forget(): void;
  /** Returns a fingerprint of the stop words and stemmers of these locales. */
  fingerprint(locales: readonly string[]): string;
}

/** Maximum number of locales kept (LRU). Searches may name any locale, with articles or without. */
const MAX_CACHED_LOCALES = 100;

/** Creates the vocabularies. @param groupsOf returns the editors' synonyms of a locale */
export function createSearchWords(
  hooks: Pick<OwnedHooks, 'applyFilters'>,
  groupsOf: (locale: string) => readonly SynonymGroup[] = () => [],
): SearchWords {
  const cache = new LRUCache<string, Vocabulary>({ max: MAX_CACHED_LOCALES });

  function ask(locale: string): Required<VocabularySource> {
    const stopWords = hooks.applyFilters('vendor_kb_stop_words', [...stopWordsIn(locale)], { locale });
    const groups = groupsOf(locale).map(({ words, also: ownVocabulary }) => ({
      words,
      ...(ownVocabulary && { also: ownVocabulary }),
    }));
    return { stopWords, synonyms: hooks.applyFilters('vendor_kb_synonyms', groups, { locale }) };
  }

  function wordsOf(locale: string): Vocabulary {
    const before = cache.get(locale);
    if (before) return before;
    const words = createVocabulary(locale, ask(locale));
    cache.set(locale, words);
    return words;
  }

  return {
    of: wordsOf,
    refresh() {
      let hasOtherStopWords = false;
      for (const [locale, vocabulary] of [...cache.entries()]) {
        const { stopWords, synonyms } = ask(locale);
        if (!isSame(stopWords, vocabulary.source.stopWords)) hasOtherStopWords = true;
        if (!isSame(synonyms, vocabulary.source.synonyms)) cache.set(locale, withSynonyms(vocabulary, synonyms));
      }
      return hasOtherStopWords;
    },
    forget: () => cache.clear(),
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
