import type { Database } from '../../../../database.js';
import type { Visibility } from '../access/visibility.js';
import { containsWord } from '../articles/contains-word.js';
import { candidateQuery } from './candidate-query.js';
import type { SearchHit, SearchQuery, SearchResult } from './engine.js';

/** An id that no article has. */
const NOTHING = 0;

/**
 * Searches the database while the index is being built.
 * Promoted articles first, then any that contain every word, newest first.
 */
export async function searchDatabase(
  db: Database,
  { query, page, perPage, promoted = [], ...filters }: SearchQuery,
  visibility: Visibility,
): Promise<SearchResult> {
  const words = query.split(/\s+/).slice(0, 16);
  const candidates = candidateQuery(db, filters, visibility);
  const promotable = candidates.where('kb_articles.id', 'in', [...promoted, NOTHING]).select('kb_articles.id');
  const open = new Set(promoted.length > 0 ? (await promotable.execute()).map(({ id }) => id) : []);
  const first = promoted.filter((id) => open.has(id));
  let matching = first.length > 0 ? candidates.where('kb_articles.id', 'not in', first) : candidates;
  for (const word of words) {
    matching = matching.where(containsWord(word, ['title', 'content', 'aliases']));
  }
  const start = (page - 1) * perPage;
  const pageHits = first.slice(start, start + perPage);
  const [count, rows] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst(),
    matching
      .select('kb_articles.id')
      .orderBy('posts.modified_at', 'desc')
      .limit(perPage - pageHits.length)
      .offset(Math.max(0, start - first.length))
      .execute(),
  ]);
  const matched = words.map((word) => word.toLowerCase());
  return {
    total: Number(count?.total ?? 0) + first.length,
    hits: [
      ...pageHits.map((id): SearchHit => ({ id, score: 0, matched, promoted: true })),
      ...rows.map(({ id }): SearchHit => ({ id, score: 0, matched })),
    ],
    corrections: [],
    facets: { categories: [], tags: [] },
  };
}
