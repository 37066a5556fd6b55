import type { Database } from '../../../../database.js';
import type { OwnedHooks } from '../../../../hooks.js';
import { HostError } from '../../../../index.js';
import { truncateText } from '../../../../text.js';
import { createTurns } from '../../../../utilities.js';
import type { KbAccess } from '../access/access.js';
import type { Caller } from '../access/readers.js';
import type { KbViewer } from '../access/viewer.js';
import type { Visibility } from '../access/visibility.js';
import { type Article, isPublic } from '../articles/article.js';
import type { Articles } from '../articles/articles.js';
import { createBreadcrumbs } from '../categories/breadcrumbs.js';
import type { Categories } from '../categories/categories.js';
import type { Permalinks } from '../links/permalinks.js';
import { withoutShortcodes } from '../shortcodes.js';
import type { SearchEngine, SearchHit, SearchQuery, SearchResult } from './engine.js';
import { createHighlighter, SEARCHED_LENGTH } from './highlight.js';
import { orWhereLost } from './index-lost.js';
import { localeKey } from './locale-key.js';
import type { SearchWords } from './locale-words.js';
import type { Promotions } from './promotions/promotions.js';
import { searchDatabase } from './search-database.js';
import type { SearchIndex } from './search-index.js';
import type { SearchResultItem } from './search-result-page.js';
import { fillPage, type ResultPage } from './search-result-page.js';
import type { SuggestionItem } from './suggestion.js';

/** Maximum characters of a text that are searched for an excerpt. */
const MAX_EXCERPT_SOURCE = 4_000;

export interface SearchRequest {
  readonly query: string;
  readonly locale: string;
  readonly page: number;
  readonly perPage: number;
  /** Category ids, each including its descendants. */
  readonly category?: readonly number[] | undefined;
  readonly tag?: string | undefined;
  /** Last changed at or after this time. */
  readonly from?: Date | undefined;
  /** Last changed before this time. */
  readonly to?: Date | undefined;
  readonly fuzzy?: 'auto' | 0 | 1 | undefined;
  readonly highlight?: boolean | undefined;
  readonly viewer: KbViewer;
  /** Request that the search belongs to. The site's own searches have none and are not counted. */
  readonly caller?: Caller | null;
  /** True for a submitted query, false while typing; null if unknown. */
  readonly final?: boolean | null | undefined;
}

/** Page of search results. */
export interface SearchResponse {
  query: string;
  /** Number of results on all pages, including those that plugins add to this page and the pages before it. */
  total: number;
  /** `gte` if a plugin removed results and not all were examined: the number is a lower bound. */
  total_relation: 'eq' | 'gte';
  page: number;
  /** Number of pages; 0 if there are no results. A page to which plugins add results has more than `perPage`. */
  pages: number;
  took_ms: number;
  /** Spelling corrections. */
  corrections: { from: string; to: string }[];
  facets: {
    categories: { id: number; name: string; link: string; count: number }[];
    tags: { tag: string; count: number }[];
  };
  results: SearchResultItem[];
}

/** An article with a title that completes the typed text. */
export type ArticleSuggestion = SuggestionItem & { type: 'article'; id: number; link: string };

/** Searches the published articles that a viewer may read. */
export interface SearchService {
  /**
   * Searches articles.
   * @throws HostError 400 `vendor_kb_invalid_param` for a query that is too short or too long
   */
  search(request: SearchRequest): Promise<SearchResponse>;
  /**
   * Returns the ids of matching articles for a viewer, best first, at most {@link MAX_RANKED}.
   * @throws HostError 400 `vendor_kb_invalid_param` for a query that is too short or longer than `maxLength`
   */
  rank(
    query: string,
    options: {
      readonly locale: string;
      readonly viewer: KbViewer;
      /**
       * Maximum characters of the query.
       * @default {@link MAX_QUERY_LENGTH}
       */
      readonly maxLength?: number;
    },
  ): Promise<number[]>;
  /** Suggests articles only. */
  suggest(
    query: string,
    options: { readonly locale: string; readonly limit: number; readonly viewer: KbViewer },
  ): Promise<ArticleSuggestion[]>;
}

/** Maximum code points of a query. */
export const MAX_QUERY_LENGTH = 200;
/** Directional marks, which are copied along with text and carry no meaning. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Maximum articles in a list by relevance. */
const MAX_RANKED = 500;
/** UTF-16 code units of text processed for snippets before other requests get a turn. */
const TEXT_PER_TURN = SEARCHED_LENGTH;
/** Milliseconds a search waits for the index before it uses the database instead. */
const PATIENCE = 1500;

export function createSearchService(parts: {
  db: Database;
  access: Pick<KbAccess, 'visibility'>;
  engine: SearchEngine;
  index: SearchIndex;
  promotions: Pick<Promotions, 'of'>;
  words: Pick<SearchWords, 'of'>;
  articles: Articles;
  categories: Categories;
  permalinks: Permalinks;
  hooks: OwnedHooks;
}): SearchService {
  const { db, access, engine, index, promotions, words, articles, categories, permalinks, hooks } = parts;
  const breadcrumbs = createBreadcrumbs({ categories, permalinks });
  /** A search takes several milliseconds, so each gets its own turn. */
  const nextTurn = createTurns(1);

  async function waitForIndex(): Promise<boolean> {
    if (index.isReady()) return true;
    const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE).unref());
    await Promise.race([index.ready(), patience]);
    return index.isReady();
  }

  /** Searches the index, or the database while there is none or if it is lost during the query. */
  async function find(request: SearchQuery, visibility: Visibility): Promise<SearchResult> {
    const { analyzer } = words.of(localeKey(request.locale));
    const inDatabase = () => searchDatabase(db, request, visibility, analyzer);
    return orWhereLost(
      async () => ((await waitForIndex()) ? engine.search({ ...request, visibility }) : inDatabase()),
      inDatabase,
    );
  }

  /** Returns the query that is searched in place of the typed one. Responses and statistics keep the typed one. */
  async function reworded(
    query: string,
    { locale, viewer }: Pick<SearchRequest, 'locale' | 'viewer'>,
  ): Promise<string> {
    return hooks.applyFiltersAsync('vendor_kb_search_query', query, { viewer: viewer.user, locale });
  }

  async function describe(
    hits: readonly SearchHit[],
    { locale, highlight = true }: SearchRequest,
    visibility: Visibility,
  ): Promise<SearchResultItem[]> {
    // The worker thread answers bursts of searches with bursts of messages.
    await nextTurn();
    const ids = hits.map((hit) => hit.id);
    const [found, texts] = await Promise.all([articles.getMany(ids), textsOf(db, ids)]);
    const byId = new Map(found.map((article) => [article.id, article]));
    const highlighter = createHighlighter(locale, words.of(locale).analyzer);
    const items: SearchResultItem[] = [];
    let described = 0;
    for (const hit of hits) {
      const article = byId.get(hit.id);
      // The index may be briefly outdated, so the database decides on visibility.
      if (!article || !isPublic(article) || !visibility.admits(article)) continue;
      const text = texts.get(hit.id) ?? '';
      if (described + text.length > TEXT_PER_TURN) {
        await nextTurn();
        described = 0;
      }
      described += text.length;
      items.push(describeHit(article, hit, text, highlight ? highlighter : null, visibility));
    }
    return items;
  }

  function describeHit(
    article: Article,
    hit: SearchHit,
    text: string,
    highlighter: ReturnType<typeof createHighlighter> | null,
    visibility: Visibility,
  ): SearchResultItem {
    const primary = categories.tree().get(article.categoryIds[0] ?? 0);
    const category = primary && visibility.admitsCategory(primary.id) ? primary : null;
    return {
      type: 'article',
      id: article.id,
      title: article.title,
      link: permalinks.articleUrl(article),
      excerpt: withoutShortcodes(article.excerpt) || truncateText(withoutShortcodes(text.slice(0, MAX_EXCERPT_SOURCE))),
      highlights: highlighter
        ? [
            { field: 'title', fragments: [highlighter.title(article.title, hit.matched)] },
            { field: 'content', fragments: [highlighter.snippet(text, hit.matched)] },
          ]
        : [],
      score: Math.round(hit.score * 100) / 100,
      category: category ? { id: category.id, name: category.name, link: permalinks.categoryUrl(category) } : null,
      breadcrumbs: breadcrumbs.ofArticle(article, visibility),
      ...(hit.promoted && { promoted: true }),
    };
  }

  async function resultPage(
    request: SearchRequest,
    q: string,
    ask: (page: number, perPage: number) => Promise<SearchResult>,
    visibility: Visibility,
  ): Promise<ResultPage> {
    const describeHits = (hits: readonly SearchHit[], isShown = true) =>
      describe(hits, isShown ? request : { ...request, highlight: false }, visibility);
    if (hooks.hasFilter('vendor_kb_search_results')) {
      return fillPage(request, {
        ask,
        describe: describeHits,
        filter: (results, page) =>
          hooks.applyFiltersAsync('vendor_kb_search_results', results, { q, viewer: request.viewer.user, page }),
        admit: (added) => readable(articles, added, visibility),
      });
    }
    const found = await ask(request.page, request.perPage);
    const { hits, total } = found;
    return { results: await describeHits(hits), added: 0, total, relation: 'eq', found };
  }

  /** Announces a search once; further pages do not count again. */
  function announce(
    { locale, page, viewer, caller = null, category = [], final = null }: SearchRequest,
    query: string,
    total: number,
  ): void {
    if (page > 1) return;
    const performed = { query, locale, total, categories: category, final };
    const context = { viewer: viewer.user, caller };
    hooks.doAction('vendor_kb_search_performed', performed, context);
    if (total === 0) hooks.doAction('vendor_kb_search_no_results', performed, context);
  }

  return {
    async search(request) {
      const start = performance.now();
      const query = assertQuery(request.query);
      await nextTurn();
      const rewordedQuery = await reworded(query, request);
      const tree = categories.tree();
      const category = request.category?.flatMap((id) => tree.subtree(id));
      const visibility = await access.visibility(request.viewer);
      const promoted = promotions.of(rewordedQuery, request.locale);
      const searchQuery = { ...request, query: rewordedQuery, promoted, ...(category ? { category } : {}) };
      const ask = (page: number, perPage: number): Promise<SearchResult> =>
        find({ ...searchQuery, page, perPage }, visibility);
      const { results, added, total, relation, found } = await resultPage(request, query, ask, visibility);
      announce(request, query, total);
      return {
        query,
        total,
        total_relation: relation,
        page: request.page,
        pages: Math.max(Math.min(1, total), Math.ceil((total - added) / request.perPage)),
        took_ms: Math.round((performance.now() - start) * 100) / 100,
        corrections: found.corrections,
        facets: {
          categories: found.facets.categories.flatMap(({ id, count }) => {
            const facet = tree.get(id);
            return facet && visibility.admitsCategory(id)
              ? [{ id, name: facet.name, link: permalinks.categoryUrl(facet), count }]
              : [];
          }),
          tags: found.facets.tags,
        },
        results,
      };
    },
    async rank(text, { locale, viewer, maxLength }) {
      const query = await reworded(assertQuery(text, maxLength), { locale, viewer });
      const visibility = await access.visibility(viewer);
      const request = { query, locale, page: 1, perPage: MAX_RANKED };
      const { hits } = await find(request, visibility);
      return hits.map(({ id }) => id);
    },
    async suggest(query, { locale, limit, viewer }) {
      await nextTurn();
      const visibility = await access.visibility(viewer);
      const suggestions = await orWhereLost(
        async () => ((await waitForIndex()) ? engine.suggest(query, { locale, limit, visibility }) : []),
        async () => [],
      );
      const found = await articles.getMany(suggestions.map((suggestion) => suggestion.id));
      const byId = new Map(found.map((article) => [article.id, article]));
      return suggestions.flatMap(({ id, title, match }) => {
        const article = byId.get(id);
        if (!article || !isPublic(article) || !visibility.admits(article)) return [];
        return [{ type: 'article' as const, id, text: title, link: permalinks.articleUrl(article), match }];
      });
    },
  };
}

/** Validates a query: two characters, or one in scripts without spaces (rulings, "Search"). */
export function assertQuery(text: string, maxLength: number = MAX_QUERY_LENGTH): string {
  const query = text.replace(DIRECTION, '').normalize('NFC').trim();
  const length = [...query].length;
  const least = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(query)
    ? 1
    : 2;
  if (length >= least && length <= maxLength) return query;
  const message = `q must have ${least} to ${maxLength} characters.`;
  throw new HostError('vendor_kb_invalid_param', message, { status: 400, params: { q: message } });
}

/** Returns the part of each text that snippets are taken from. */
async function textsOf(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query
    .selectFrom('kb_articles')
    .select(({ fn, ref, val }) => ['id', fn<string>('substr', [ref('text'), val(1), val(SEARCHED_LENGTH)]).as('text')])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.text]));
}

/** Removes articles that the viewer may not read. */
async function readable(
  articles: Articles,
  results: readonly SearchResultItem[],
  { admits }: Visibility,
): Promise<readonly SearchResultItem[]> {
  const ids = results.flatMap(({ type, id }) => (type === 'article' ? [id] : []));
  if (ids.length === 0) return results;
  const loaded = await articles.getMany(ids);
  const visible = new Set(loaded.filter((one) => isPublic(one) && admits(one)).map(({ id }) => id));
  return results.filter(({ type, id }) => type !== 'article' || visible.has(id));
}
