import type { Database } from '../../../../database.js';
import type { Visibility } from '../access/visibility.js';
import { containsWord, type SearchedColumn } from '../articles/contains-word.js';
import type { Analyzer } from './analyzer.js';
import { candidateQuery } from './candidate-query.js';
import type { SearchHit, SearchQuery, SearchResult } from './engine.js';
import { parseQuery, type TypedWord } from './parse-query.js';

/** An id that no article has. */
const NOTHING = 0;

/** Maximum number of words: each costs a pass over all texts. */
const MAX_WORDS = 16;

/**
 * Searches the database while the index is being built. Promoted articles come first, then those with the words in
 * their title, then the newest. Articles contain every word of the query except stop words; if none does, any of them.
 * Forms of a word are found as far as they begin with its stem.
 */
export async function searchDatabase(
  db: Database,
  { query, page, perPage, promoted = [], ...filters }: SearchQuery,
  visibility: Visibility,
  analyzer: Analyzer,
): Promise<SearchResult> {
  const words = parseQuery(query, analyzer).slice(0, MAX_WORDS);
  const candidates = candidateQuery(db, filters, visibility);
  const promotable = candidates.where('kb_articles.id', 'in', [...promoted, NOTHING]).select('kb_articles.id');
  const open = new Set(promoted.length > 0 ? (await promotable.execute()).map(({ id }) => id) : []);
  const first = promoted.filter((id) => open.has(id));
  const others = first.length > 0 ? candidates.where('kb_articles.id', 'not in', first) : candidates;
  const containing = (columns: readonly SearchedColumn[]) =>
    words.map((word) => containsAny(searchedForms(word), columns));
  const inText = containing(['title', 'content', 'aliases']);
  const all = others.where((eb) => eb.and(inText.map((condition) => condition(eb))));
  const any = others.where((eb) => eb.or(inText.map((condition) => condition(eb))));
  const countOf = async (matching: typeof all): Promise<number> => {
    const row = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst();
    return Number(row?.total ?? 0);
  };
  const whole = words.length === 0 ? 0 : await countOf(all);
  const isPartial = whole === 0 && words.length > 1;
  const count = isPartial ? await countOf(any) : whole;

  const start = (page - 1) * perPage;
  const pageHits = first.slice(start, start + perPage);
  const rows =
    count === 0
      ? []
      : await (isPartial ? any : all)
          .select('kb_articles.id')
          .orderBy((eb) =>
            eb
              .case()
              .when(eb.or(containing(['title', 'aliases']).map((condition) => condition(eb))))
              .then(0)
              .else(1)
              .end(),
          )
          .orderBy('posts.modified_at', 'desc')
          .limit(perPage - pageHits.length)
          .offset(Math.max(0, start - first.length))
          .execute();
  const matched = words.flatMap(({ term, parts }) => [term, ...parts.map((part) => part.term)]);
  return {
    total: count + first.length,
    hits: [
      ...pageHits.map((id): SearchHit => ({ id, score: 0, matched, promoted: true })),
      ...rows.map(({ id }): SearchHit => ({ id, score: 0, matched })),
    ],
    corrections: [],
    facets: { categories: [], tags: [] },
  };
}

type Condition = ReturnType<typeof containsWord>;

/** A text contains a word if it contains one of these. */
function searchedForms({ raw, folded, term, isCompound }: TypedWord): string[] {
  const written = raw.toLowerCase();
  const isStem = term.length >= 4 && written.startsWith(term);
  return [...new Set([isStem ? term : written, ...(isCompound ? [folded] : [])])];
}

function containsAny(forms: readonly string[], columns: readonly SearchedColumn[]): Condition {
  return (eb) => eb.or(forms.map((form) => containsWord(form, columns)(eb)));
}
