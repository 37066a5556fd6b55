import { fold } from './fold.js';
import { stemmers } from './stemmers.js';
import { stopWordsOf } from './stop-words.js';
import { createTokenizer, type Tokenize } from './tokenize.js';

/** Word in its two normalized forms. */
export interface AnalyzedWord {
  /** Folded but not stemmed, which is how a reader types it letter by letter. */
  readonly folded: string;
  /** Index term. Empty if folding leaves nothing of the word. */
  readonly term: string;
}

/** Turns text into index terms. Indexing, querying and highlighting must use the same analyzer. */
export interface Analyzer {
  /** Name of the stemmer that turns `folded` into `term`; null if both are the same. */
  readonly stemmer: string | null;
  readonly tokenize: Tokenize;
  analyze(word: string): AnalyzedWord;
  isStopWord(folded: string): boolean;
}

/** Increment this whenever analysis changes, so that persisted indexes are rebuilt. */
export const ANALYZER_VERSION = 1;

const rememberedWords = 100_000;

/**
 * Creates the analyzer of a locale. The base language selects stop words and stemmer (Porter for English, an
 * optional package for other languages); the full tag selects the segmentation of scripts without spaces.
 * @param locale e.g. `en`, `zh-tw` or `pt_BR`; an invalid tag gets neither stop words nor stemming
 * @param words stop words that replace those of the language, single words in any spelling
 */
export function createAnalyzer(locale: string, words?: readonly string[]): Analyzer {
  const { tag, language } = parseLocale(locale);
  // The index splits words at apostrophes, so stop words are split in the same way.
  const stopWords = words ? new Set(words.flatMap((word) => fold(word).split(/['’]/))) : stopWordsOf(language);
  const stemmer = stemmers.of(language);
  const remembered = new Map<string, AnalyzedWord>();

  return {
    stemmer: stemmer?.name ?? null,
    tokenize: createTokenizer(tag),
    analyze(word) {
      let analyzed = remembered.get(word);
      if (analyzed === undefined) {
        const copy = detach(word);
        const folded = fold(copy);
        analyzed = { folded, term: stemmer?.stem(folded) ?? folded };
        if (remembered.size >= rememberedWords) remembered.clear();
        remembered.set(copy, analyzed);
      }
      return analyzed;
    },
    isStopWord: (folded) => stopWords.has(folded),
  };
}

/** Returns whether word forms stay separate in this locale because the stemmer package is not installed. */
export function lacksStemmer(locale: string): boolean {
  return stemmers.isMissing(parseLocale(locale).language);
}

/** Returns the stop words of a locale's base language; an empty set if the language has no list. */
export function stopWordsIn(locale: string): ReadonlySet<string> {
  return stopWordsOf(parseLocale(locale).language);
}

function parseLocale(locale: string): { tag: string; language: string } {
  try {
    const parsed = new Intl.Locale(locale.replaceAll('_', '-'));
    return { tag: parsed.toString(), language: parsed.language };
  } catch {
    return { tag: 'und', language: 'und' };
  }
}

/** Copies a word. V8 keeps a long slice as a view that retains the whole source text in memory. */
function detach(word: string): string {
  return Buffer.from(word, 'utf8').toString('utf8');
}
