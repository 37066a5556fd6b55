import type { Crumb } from '../categories/breadcrumbs.js';
import type { SearchHit, SearchResult } from './engine.js';
import type { Highlight } from './highlight.js';

/** A result as seen by REST, pages and the filter `vendor_kb_search_results`. */
export interface SearchResultItem {
  /** `article`, or a plugin's own type such as `acme_recipe`, which the id belongs to. */
  type: string;
  id: number;
  title: string;
  /** Absolute URL. */
  link: string;
  excerpt: string;
  highlights: { field: 'title' | 'content'; fragments: Highlight[] }[];
  score: number;
  category: { id: number; name: string; link: string } | null;
  breadcrumbs: Crumb[];
  /** Set if editors promoted it for this query. */
  promoted?: true;
}

/**
 * Maximum hits examined to fill a page.
 * Multiple of all results up to that page (search specification, 5).
 */
const OVERFETCH = 3;

/** A page after a plugin has filtered it, with the number of results. */
export interface ResultPage {
  readonly results: SearchResultItem[];
  /** Number of results that plugins add to this page and the pages before it, included in `total`. */
  readonly added: number;
  readonly total: number;
  /** `gte` if a plugin removed hits and not all were examined: the number is a lower bound. */
  readonly relation: 'eq' | 'gte';
  /** The engine's result for all matches. */
  readonly found: SearchResult;
}

/**
 * Fills a page with the hits that a plugin leaves, and counts the results it adds.
 * The plugin filters page by page from the first, since only then is the start of a page known. If it removes
 * nothing, each page is as the plugin returned it.
 * @param parts.ask returns hits at an offset in batches of this size
 * @param parts.filter applies the plugin to the hits of one page
 */
export async function fillPage(
  { page, perPage }: { readonly page: number; readonly perPage: number },
  parts: {
    ask(batch: number, size: number): Promise<SearchResult>;
    /** Builds the results. Hits of earlier pages are not shown and need no highlights. */
    describe(hits: readonly SearchHit[], isShown: boolean): Promise<SearchResultItem[]>;
    filter(results: SearchResultItem[], page: number): Promise<SearchResultItem[]>;
    /** Removes results that the viewer may not see from those that a plugin added. */
    admit(added: readonly SearchResultItem[]): Promise<readonly SearchResultItem[]>;
  },
): Promise<ResultPage> {
  const found = await parts.ask(1, OVERFETCH * perPage);
  let batch = found;
  let examined = 0;
  let added = 0;
  const left: SearchResultItem[] = [];
  let takenCount = 0;
  let own: { all: SearchResultItem[]; left: ReadonlySet<SearchResultItem> } = { all: [], left: new Set() };

  for (let number = 1; number <= OVERFETCH * page; number++) {
    const place = (number - 1) % OVERFETCH;
    if (place === 0 && number > 1) batch = await parts.ask((number - 1) / OVERFETCH + 1, OVERFETCH * perPage);
    const looked = batch.hits.slice(place * perPage, (place + 1) * perPage);
    // A plugin may add results where nothing is found.
    if (looked.length === 0 && number > 1) break;
    const described = await parts.describe(looked, number >= page);
    const filtered = await parts.filter(described, number);
    const keys = new Set(described.map(keyOf));
    const admitted = new Set(await parts.admit(filtered.filter((item) => !keys.has(keyOf(item)))));
    const all = filtered.filter((item) => keys.has(keyOf(item)) || admitted.has(item));
    const visible = all.filter((item) => keys.has(keyOf(item)));
    examined += looked.length;
    if (number <= page) added += admitted.size;
    left.push(...visible);
    takenCount += described.length - visible.length;
    if (number === page) own = { all, left: new Set(visible) };
    // One more result than fits shows that there is a next page.
    if (number >= page && (takenCount === 0 || left.length > page * perPage)) break;
  }

  if (takenCount === 0) return { results: own.all, added, total: found.total + added, relation: 'eq', found };
  const isAll = examined >= found.total;
  return {
    results: around(left.slice((page - 1) * perPage, page * perPage), own),
    added,
    total: left.length + added,
    relation: isAll ? 'eq' : 'gte',
    found,
  };
}

const keyOf = ({ type, id }: SearchResultItem): string => `${type}:${id}`;

/** Keeps the plugin's additions where they are: before the hits, or after them. */
function around(
  items: readonly SearchResultItem[],
  { all, left }: { readonly all: readonly SearchResultItem[]; readonly left: ReadonlySet<SearchResultItem> },
): SearchResultItem[] {
  const first = all.findIndex((item) => left.has(item));
  const before = all.slice(0, first === -1 ? all.length : first);
  const behind = all.slice(before.length).filter((item) => !left.has(item));
  return [...before, ...items, ...behind];
}
