import { fold } from './fold.js';
import { stemmers } from './stemmers.js';
import { stopWordsOf } from './stop-words.js';
import { createTokenizer, type Tokenize } from './tokenize.js';

/** A word in its two normal forms. */
export interface AnalyzedWord {
  /** Folded, but not stemmed: what a reader types letter by letter. */
  readonly folded: string;
  /** The index term. Empty when nothing of the word is left. */
  readonly term: string;
}

/** Turns text into index terms. Indexing, querying and highlighting must use the same one. */
export interface Analyzer {
  /** The name of what makes `term` of `folded`; null where they are the same. */
  readonly stemmer: string | null;
  readonly tokenize: Tokenize;
  analyze(word: string): AnalyzedWord;
  isStopWord(folded: string): boolean;
}

/** Goes up with every change of what a text becomes: indexes that were kept are then made anew. */
export const ANALYZER_VERSION = 1;

const rememberedWords = 100_000;

/**
 * Creates the analyzer of a locale: the base language decides stop words and stemmer (Porter's for English, for others those of
 * a package that need not be installed), the full tag the segmentation of scripts without spaces.
 * @param locale such as `en`, `zh-tw` or `pt_BR`; one that is no valid tag gets neither stop words nor stems.
 * @param words single stop words in place of those of the language, in any spelling
 */
export function createAnalyzer(locale: string, words?: readonly string[]): Analyzer {
  const { tag, language } = parseLocale(locale);
  // What an apostrophe joins, the index cuts in two.
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

/** Whether forms of a word are kept apart in this locale because a package is not installed. */
export function lacksStemmer(locale: string): boolean {
  return stemmers.isMissing(parseLocale(locale).language);
}

/** The stop words of the base language of a locale; none where the language has no list. */
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

/** V8 keeps a long slice as a view that holds its whole text in memory; a copy lets the text go. */
function detach(word: string): string {
  return Buffer.from(word, 'utf8').toString('utf8');
}
