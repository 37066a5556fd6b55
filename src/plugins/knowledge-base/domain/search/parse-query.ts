import type { Analyzer } from './analyzer.js';

/** Distinct word of a query. */
export interface TypedWord {
  /** Word as typed. */
  readonly raw: string;
  readonly folded: string;
  readonly term: string;
  /** Number of occurrences in the query. */
  readonly frequency: number;
  /** True for the last word if nothing follows it: the reader may still be typing it. */
  readonly open: boolean;
}

/** Maximum number of distinct words; further ones are ignored, because every word costs a pass over its postings. */
const maximumWords = 16;

/** Splits a query into distinct words without stop words. A query of only stop words keeps them all. */
export function parseQuery(query: string, analyzer: Analyzer): TypedWord[] {
  const typed = analyzer
    .tokenize(query)
    .map(({ word, start, end }) => ({
      raw: query.slice(start, end),
      ...analyzer.analyze(word),
      frequency: 1,
      open: end === query.length,
    }))
    .filter(({ term }) => term !== '');
  const telling = typed.filter(({ folded }) => !analyzer.isStopWord(folded));

  const distinct = new Map<string, TypedWord>();
  for (const word of telling.length > 0 ? telling : typed) {
    const frequency = (distinct.get(word.term)?.frequency ?? 0) + 1;
    distinct.set(word.term, { ...word, frequency });
  }
  return [...distinct.values()].slice(0, maximumWords);
}

/** Normalizes a query: its terms without stop words, sorted alphabetically. */
export function normalQuery(query: string, analyzer: Analyzer): string {
  return parseQuery(query, analyzer)
    .map(({ term }) => term)
    .sort()
    .join(' ');
}
