import { type Analyzer, createAnalyzer } from './analyzer.js';
import { createSynonyms, type SynonymGroup, type Synonyms } from './synonyms.js';

/** What a search knows of the words of a locale. An index is built with one and asked with the same. */
export interface Vocabulary {
  readonly analyzer: Analyzer;
  readonly synonyms: Synonyms;
}

/** @param stopWords single words; without them those of the language */
export function createVocabulary(
  locale: string,
  {
    stopWords,
    synonyms = [],
  }: { readonly stopWords?: readonly string[]; readonly synonyms?: readonly SynonymGroup[] } = {},
): Vocabulary {
  const analyzer = createAnalyzer(locale, stopWords);
  return { analyzer, synonyms: createSynonyms(synonyms, analyzer) };
}
