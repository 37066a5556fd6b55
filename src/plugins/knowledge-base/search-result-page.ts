import type { SearchHit, SearchResult } from './search/engine.js';
import type { SearchResultItem } from './search-service.js';

/** So many times the hits of all pages up to the one asked for are looked at, to fill it (specification of search, 5). */
const OVERFETCH = 3;

/** A page after a plugin has had its say, and how many results there are then. */
export interface ResultPage {
  readonly results: SearchResultItem[];
  /** Everything that was looked at, of this page and of others. */
  readonly hits: readonly SearchHit[];
  readonly total: number;
  /** `gte` where a plugin has taken hits away and not all were looked at: there are so many, or more. */
  readonly relation: 'eq' | 'gte';
  /** What the engine says of all matches. */
  readonly found: SearchResult;
}

/**
 * Fills a page with what a plugin leaves of the hits. It is asked page by page from the first one on: only who knows what
 * was taken away before knows where a page begins. Where nothing is taken away, each page is as the plugin has made it.
 * @param parts.ask the hits at a place in batches of this size
 * @param parts.filter what the plugin makes of the hits of one page
 */
export async function fillPage(
  { page, perPage }: { readonly page: number; readonly perPage: number },
  parts: {
    ask(batch: number, size: number): Promise<SearchResult>;
    /** Hits of pages before the one asked for are shown by none, and need no highlights. */
    describe(hits: readonly SearchHit[], isShown: boolean): Promise<SearchResultItem[]>;
    filter(results: SearchResultItem[], page: number): Promise<SearchResultItem[]>;
  },
): Promise<ResultPage> {
  const found = await parts.ask(1, OVERFETCH * perPage);
  let batch = found;
  const hits: SearchHit[] = [];
  const left: SearchResultItem[] = [];
  let taken = 0;
  let own: { all: SearchResultItem[]; left: ReadonlySet<SearchResultItem> } = { all: [], left: new Set() };

  for (let number = 1; number <= OVERFETCH * page; number++) {
    const place = (number - 1) % OVERFETCH;
    if (place === 0 && number > 1) batch = await parts.ask((number - 1) / OVERFETCH + 1, OVERFETCH * perPage);
    const looked = batch.hits.slice(place * perPage, (place + 1) * perPage);
    // A plugin may have something to add where nothing is found.
    if (looked.length === 0 && number > 1) break;
    const given = await parts.describe(looked, number >= page);
    const all = await parts.filter(given, number);
    const keys = new Set(given.map(keyOf));
    const kept = all.filter((item) => keys.has(keyOf(item)));
    hits.push(...looked);
    left.push(...kept);
    taken += given.length - kept.length;
    if (number === page) own = { all, left: new Set(kept) };
    // One more than the pages hold tells that there is a next one.
    if (number >= page && (taken === 0 || left.length > page * perPage)) break;
  }

  if (taken === 0) return { results: own.all, hits, total: found.total, relation: 'eq', found };
  const isAll = hits.length >= found.total;
  return {
    results: around(left.slice((page - 1) * perPage, page * perPage), own),
    ...{ hits, total: left.length, relation: isAll ? 'eq' : 'gte', found },
  };
}

const keyOf = ({ type, id }: SearchResultItem): string => `${type}:${id}`;

/** What a plugin has added before the hits stays before them, and everything else behind them. */
function around(
  shown: readonly SearchResultItem[],
  { all, left }: { readonly all: readonly SearchResultItem[]; readonly left: ReadonlySet<SearchResultItem> },
): SearchResultItem[] {
  const first = all.findIndex((item) => left.has(item));
  const before = all.slice(0, first === -1 ? all.length : first);
  const behind = all.slice(before.length).filter((item) => !left.has(item));
  return [...before, ...shown, ...behind];
}
