import type { Database } from '../../index.js';
import type { Visibility } from './access/visibility.js';
import { visibleTo } from './access/visible-articles.js';
import { tagKey } from './article-edit.js';
import { containsWord } from './contains-word.js';
import type { SearchHit, SearchQuery, SearchResult } from './search/engine.js';

/** The id of no category. */
const NOWHERE = 0;

/** Plain answers while the index is being built: what is promoted, then every word somewhere, newest first. */
export async function searchDatabase(
  db: Database,
  { query, page, perPage, promoted = [], ...asked }: SearchQuery,
  visibility: Visibility,
): Promise<SearchResult> {
  const words = query.split(/\s+/).slice(0, 16);
  const candidates = candidateQuery(db, asked, visibility);
  const first = await inOrder(candidates, promoted);
  let matching = first.length > 0 ? candidates.where('kb_articles.id', 'not in', first) : candidates;
  for (const word of words) {
    matching = matching.where(containsWord(word));
  }
  const start = (page - 1) * perPage;
  const shown = first.slice(start, start + perPage);
  const [count, rows] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst(),
    matching
      .select('kb_articles.id')
      .orderBy('posts.modified_at', 'desc')
      .limit(perPage - shown.length)
      .offset(Math.max(0, start - first.length))
      .execute(),
  ]);
  const matched = words.map((word) => word.toLowerCase());
  return {
    total: Number(count?.total ?? 0) + first.length,
    hits: [
      ...shown.map((id): SearchHit => ({ id, score: 0, matched, promoted: true })),
      ...rows.map(({ id }): SearchHit => ({ id, score: 0, matched })),
    ],
    corrections: [],
    facets: { categories: [], tags: [] },
  };
}

/** What a viewer may see of a locale, as far as the filters let it pass. */
function candidateQuery(
  db: Database,
  { locale, category, tag }: Pick<SearchQuery, 'locale' | 'category' | 'tag'>,
  { closed }: Visibility,
) {
  let matching = db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .where('posts.status', '=', 'publish')
    .where('kb_articles.locale', '=', locale);
  if (closed) matching = matching.where(visibleTo(closed));
  if (category) {
    const inside = db.query
      .selectFrom('post_terms')
      .select('post_id')
      .where('term_id', 'in', [...category, NOWHERE]);
    matching = matching.where('kb_articles.id', 'in', inside);
  }
  if (tag !== undefined) {
    const tagged = db.query.selectFrom('kb_article_tags').select('article_id').where('tag', '=', tagKey(tag));
    matching = matching.where('kb_articles.id', 'in', tagged);
  }
  return matching;
}

async function inOrder(candidates: ReturnType<typeof candidateQuery>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await candidates
    .where('kb_articles.id', 'in', [...ids])
    .select('kb_articles.id')
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id));
}
