import { type Analyzer, createAnalyzer } from './analyzer.js';
import { createSynonyms, type SynonymGroup, type Synonyms } from './synonyms.js';

/** What editors and plugins say of the words of a locale. */
export interface VocabularySource {
  /** Single words; without them those of the language. */
  readonly stopWords?: readonly string[];
  readonly synonyms?: readonly SynonymGroup[];
}

/** What a search knows of the words of a locale. An index is built with one and asked with the same. */
export interface Vocabulary {
  readonly analyzer: Analyzer;
  readonly synonyms: Synonyms;
  /** What it was made from: with this, another thread makes the same. */
  readonly source: VocabularySource;
}

export function createVocabulary(locale: string, source: VocabularySource = {}): Vocabulary {
  const analyzer = createAnalyzer(locale, source.stopWords);
  return { analyzer, synonyms: createSynonyms(source.synonyms ?? [], analyzer), source };
}

/** The same words, analyzed as before, with other synonyms. */
export function withSynonyms({ analyzer, source }: Vocabulary, synonyms: readonly SynonymGroup[]): Vocabulary {
  return { analyzer, synonyms: createSynonyms(synonyms, analyzer), source: { ...source, synonyms } };
}
