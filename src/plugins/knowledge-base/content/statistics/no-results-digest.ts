import type { Database } from '../../../../database.js';
import { querySums, textsOf } from './query-sums.js';
import { MIN_VISITORS } from './search-table.js';
import type { NoResultsDigest } from './statistics-hooks.js';

/** Maximum number of queries in a digest; the statistics list the rest. */
const MAX_QUERIES = 100;

/**
 * Finds the queries without results on a day, most frequent first. As in the statistics, only those with enough
 * visitors that they identify no one.
 */
export async function noResultsOf(db: Database, day: string): Promise<NoResultsDigest> {
  const range = { from: day, to: day };
  const sums = await querySums(db, { of: 'days', range, parts: [range] }, {}, ['zero_results', 'visitors']);
  const failed = sums
    .filter(({ zero_results, visitors }) => zero_results > 0 && visitors >= MIN_VISITORS)
    .sort((one, other) => other.zero_results - one.zero_results || (one.query_key < other.query_key ? -1 : 1))
    .slice(0, MAX_QUERIES);
  const texts = await textsOf(
    db,
    failed.map(({ query_key }) => query_key),
  );
  return {
    day,
    queries: failed.map(({ query_key, zero_results }) => ({
      ...(texts.get(query_key) ?? { query: '', locale: '' }),
      count: zero_results,
    })),
  };
}
