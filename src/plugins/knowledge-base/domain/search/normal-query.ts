import type { Analyzer } from './analyzer.js';
import { parseQuery } from './parse-query.js';

/** Normalizes a query: its terms without stop words, sorted alphabetically. */
export function normalQuery(query: string, analyzer: Analyzer): string {
  return parseQuery(query, analyzer)
    .map(({ term }) => term)
    .sort()
    .join(' ');
}
