import type { OwnedHooks } from '../../index.js';
import { stopWordsIn } from './search/analyzer.js';
import { createVocabulary, type Vocabulary } from './search/vocabulary.js';

/** The words of each locale, as plugins have changed them. */
export interface SearchWords {
  /** The same object until `forget`. */
  of(locale: string): Vocabulary;
  /** Whether plugins say something else by now of a locale that was asked for. */
  haveChanged(): boolean;
  forget(): void;
}

export function createSearchWords(hooks: Pick<OwnedHooks, 'applyFilters'>): SearchWords {
  const known = new Map<string, { readonly vocabulary: Vocabulary; readonly said: string }>();

  function ask(locale: string) {
    const stopWords = hooks.applyFilters('vendor_kb_stop_words', [...stopWordsIn(locale)], { locale });
    const synonyms = hooks.applyFilters('vendor_kb_synonyms', [], { locale });
    return { stopWords, synonyms };
  }

  return {
    of(locale) {
      const before = known.get(locale);
      if (before) return before.vocabulary;
      const words = ask(locale);
      const vocabulary = createVocabulary(locale, words);
      known.set(locale, { vocabulary, said: JSON.stringify(words) });
      return vocabulary;
    },
    haveChanged: () => [...known].some(([locale, { said }]) => JSON.stringify(ask(locale)) !== said),
    forget: () => known.clear(),
  };
}
