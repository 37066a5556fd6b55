import type { FullTextQuery } from '../../../../../database.js';
import type { AnalyzedWord, Analyzer } from '../analyzer.js';
import { splitCompound } from '../compounds.js';
import { meaningsOfQuery } from '../meanings.js';
import { parseQuery, phrasesIn, type TypedWord } from '../parse-query.js';
import type { Phrase } from '../synonyms.js';
import { variantOf } from '../variants.js';
import type { Vocabulary } from '../vocabulary.js';
import { requestedPrefix, termQuery, wordOf } from './labels.js';

/** Parsed query and the terms to highlight. */
export interface ParsedQuery {
  /** Null if the query contains no word. */
  readonly query: FullTextQuery | null;
  /** `query` without parts and variants, which are found below exact matches. */
  readonly exact: FullTextQuery | null;
  /** Encoded words of each quoted phrase, for titles and for texts, which contain no stop words. */
  readonly phrases: readonly { readonly heading: string; readonly body: string }[];
  readonly terms: ReadonlySet<string>;
  /** Prefixes of terms to highlight as well. */
  readonly beginnings: readonly string[];
}

/**
 * Matches any of the words, their variants and synonyms, and completions of the last word.
 * @param compounds index terms that have a word as a part
 */
export function readQuery(
  text: string,
  { analyzer, synonyms }: Vocabulary,
  compounds: readonly string[] = [],
): ParsedQuery {
  const words = parseQuery(text, analyzer);
  const meanings = meaningsOfQuery(
    synonyms,
    words.map((word) => ({ word, readings: [[word.term, 1]] })),
  );
  const phrases: Phrase[] = [...words.flatMap(spellings), ...meanings.flat().map(({ phrase }) => phrase)];
  const others: Phrase[] = [
    ...words.flatMap(otherSpellings),
    ...words.flatMap(({ folded }) => splitCompound(folded, analyzer)),
    ...compounds.map((term) => [term]),
  ];
  const open = words.find((word) => word.open);
  const exact = [...phrases.map(wholePhrase), ...(open ? beginningsOf(open, analyzer) : [])];
  const quoted = phrasesIn(text, analyzer);
  const tellingWords = (phrase: readonly AnalyzedWord[]) => phrase.filter(({ folded }) => !analyzer.isStopWord(folded));
  const required = quoted.flatMap(tellingWords).map(({ term }) => termQuery(term));
  return {
    query: required.length > 0 ? { all: required } : anyOf([...exact, ...others.map(wholePhrase)]),
    phrases: quoted.map((phrase) => ({ heading: encoded(phrase), body: encoded(tellingWords(phrase)) })),
    exact: anyOf(exact),
    terms: new Set([...phrases, ...others].flat()),
    beginnings: open ? [...new Set([open.term, open.folded])] : [],
  };
}

function encoded(words: readonly AnalyzedWord[]): string {
  return words.map(({ term }) => wordOf(term, 'term')).join(' ');
}

/** Matches every word, the last one as a prefix while it is still being typed. */
export function readPrefix(text: string, analyzer: Analyzer): FullTextQuery | null {
  const parts = parseQuery(text, analyzer).map((word): FullTextQuery => {
    const phrases = [...spellings(word), ...(word.isCompound ? [] : otherSpellings(word))].map(wholePhrase);
    return { any: [...phrases, ...(word.open ? beginningsOf(word, analyzer) : [])] };
  });
  return parts.length === 0 ? null : { all: parts };
}

/** Matches every word, without completions or synonyms. */
export function readWhole(text: string, analyzer: Analyzer): FullTextQuery | null {
  // The trailing space marks the last word as complete.
  const words = parseQuery(`${text} `, analyzer);
  const variants = (word: TypedWord) => (word.isCompound ? [] : [[variantOf(word.term)]]);
  const parts = words.map((word) => anyOf([...spellings(word), ...variants(word)].map(wholePhrase)));
  return words.length === 0 ? null : { all: parts.filter((part) => part !== null) };
}

/** Index terms of a word as typed. A compound may be written in any way. */
function spellings({ term, isCompound, parts }: TypedWord): Phrase[] {
  return isCompound ? [[variantOf(term)], [term], parts.map((part) => part.term)] : [[term]];
}

/** Index terms that are less exact: the parts of a word, and words that have it as a part. */
function otherSpellings({ term, isCompound, parts, joined }: TypedWord): Phrase[] {
  return [
    ...(isCompound ? [] : [[variantOf(term)]]),
    ...parts.map((part) => [part.term]),
    ...joined.flatMap((both) => [[both], [variantOf(both)]]),
  ];
}

function anyOf(parts: readonly FullTextQuery[]): FullTextQuery | null {
  return parts.length === 0 ? null : { any: parts };
}

function wholePhrase(phrase: Phrase): FullTextQuery {
  return phrase.length === 1 ? termQuery(phrase[0] ?? '') : { all: phrase.map(termQuery) };
}

function beginningsOf({ term, folded }: TypedWord, { stemmer }: Analyzer): FullTextQuery[] {
  return [requestedPrefix(term, 'term'), ...(stemmer !== null ? [requestedPrefix(folded, 'form')] : [])];
}
