import type { Analyzer } from './analyzer.js';
import { parseQuery } from './parse-query.js';

/** What a query says to the index, however it is written: its terms without stop words, in the order of the alphabet. */
export function normalQuery(query: string, analyzer: Analyzer): string {
  return parseQuery(query, analyzer)
    .map(({ term }) => term)
    .sort()
    .join(' ');
}
