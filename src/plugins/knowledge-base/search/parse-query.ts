import type { Analyzer } from './analyzer.js';

/** One distinct word of a query. */
export interface TypedWord {
  /** As it stands in the query. */
  readonly raw: string;
  readonly folded: string;
  readonly term: string;
  /** How often the query says it. */
  readonly frequency: number;
  /** Nothing follows it in the query: the reader may still be typing it. */
  readonly open: boolean;
}

/** Distinct words beyond this number are ignored: every word costs a pass over its postings. */
const maximumWords = 16;

/** Cuts a query into distinct words without stop words; a query of stop words only keeps them all. */
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
