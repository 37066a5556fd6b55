import { type Analyzer, createAnalyzer } from './analyzer.js';
import { createSynonyms, type SynonymGroup, type Synonyms } from './synonyms.js';

/** Stop words and synonyms of a locale from editors and plugins. */
export interface VocabularySource {
  /**
   * Single words.
   * @default the stop words of the language
   */
  readonly stopWords?: readonly string[];
  readonly synonyms?: readonly SynonymGroup[];
}

/** Analyzer and synonyms of a locale. An index must be built and queried with the same vocabulary. */
export interface Vocabulary {
  readonly analyzer: Analyzer;
  readonly synonyms: Synonyms;
  /** Data it was created from, which lets another thread create the same one. */
  readonly source: VocabularySource;
}

export function createVocabulary(locale: string, source: VocabularySource = {}): Vocabulary {
  const analyzer = createAnalyzer(locale, source.stopWords);
  return { analyzer, synonyms: createSynonyms(source.synonyms ?? [], analyzer), source };
}

/** Replaces the synonyms and keeps the analyzer. */
export function withSynonyms({ analyzer, source }: Vocabulary, synonyms: readonly SynonymGroup[]): Vocabulary {
  return { analyzer, synonyms: createSynonyms(synonyms, analyzer), source: { ...source, synonyms } };
}
