import type { FullTextQuery } from '../../../../../database.js';
import type { Analyzer } from '../analyzer.js';
import { meaningsOf } from '../meanings.js';
import { parseQuery, type TypedWord } from '../parse-query.js';
import type { Phrase } from '../synonyms.js';
import type { Vocabulary } from '../vocabulary.js';
import { requestedPrefix, termQuery } from './labels.js';

/** Parsed query and the terms to highlight. */
export interface ParsedQuery {
  /** Null if the query contains no word. */
  readonly query: FullTextQuery | null;
  readonly terms: ReadonlySet<string>;
  /** Prefixes of terms to highlight as well. */
  readonly beginnings: readonly string[];
}

/** Matches any of the words, their synonyms, and completions of the last word. */
export function readQuery(text: string, { analyzer, synonyms }: Vocabulary): ParsedQuery {
  const queryWords = parseQuery(text, analyzer);
  const meanings = meaningsOf(
    synonyms,
    queryWords.map(({ term }) => [[term, 1]]),
  );
  const phrases: Phrase[] = [...queryWords.map(({ term }) => [term]), ...meanings.flat().map(({ phrase }) => phrase)];
  const open = queryWords.find((word) => word.open);
  const parts = [...phrases.map(wholePhrase), ...(open ? beginningsOf(open, analyzer) : [])];
  return {
    query: parts.length === 0 ? null : { any: parts },
    terms: new Set(phrases.flat()),
    beginnings: open ? [...new Set([open.term, open.folded])] : [],
  };
}

/** Matches every word, the last one as a prefix while it is still being typed. */
export function readPrefix(text: string, analyzer: Analyzer): FullTextQuery | null {
  const parts = parseQuery(text, analyzer).map((word): FullTextQuery => {
    return word.open ? { any: [termQuery(word.term), ...beginningsOf(word, analyzer)] } : termQuery(word.term);
  });
  return parts.length === 0 ? null : { all: parts };
}

/** Matches every word, without completions or synonyms. */
export function readWhole(text: string, analyzer: Analyzer): FullTextQuery | null {
  // The trailing space marks the last word as complete.
  const words = parseQuery(`${text} `, analyzer);
  return words.length === 0 ? null : wholePhrase(words.map(({ term }) => term));
}

function wholePhrase(phrase: Phrase): FullTextQuery {
  return phrase.length === 1 ? termQuery(phrase[0] ?? '') : { all: phrase.map(termQuery) };
}

function beginningsOf({ term, folded }: TypedWord, { stemmer }: Analyzer): FullTextQuery[] {
  return [requestedPrefix(term, 'term'), ...(stemmer !== null ? [requestedPrefix(folded, 'form')] : [])];
}
