import type { DailyVisit } from '../../../../pages.js';
import type { RecordedEvent } from './event.js';
import { queryKey } from './event.js';

/** Sums of a day, stored in `kb_stats_days`. */
export interface DaySums {
  views: number;
  visitors: number;
  searches: number;
  zero_results: number;
  clicks: number;
  downloads: number;
  ratings: number;
  rating_sum: number;
  helpful_yes: number;
  helpful_no: number;
  feedback: number;
}

/** Sums of an article on a day, stored in `kb_stats_articles`. Exits are counted at night. */
export interface ArticleSums extends Omit<DaySums, 'searches' | 'zero_results' | 'clicks'> {
  search_clicks: number;
}

/** Sums of a query on a day, stored in `kb_stats_queries`. */
export interface QuerySums {
  searches: number;
  zero_results: number;
  results: number;
  clicks: number;
  /** Sum of the click positions. */
  positions: number;
  visitors: number;
}

export interface ArticleRow {
  readonly day: string;
  readonly articleId: number;
  readonly locale: string;
  readonly sums: ArticleSums;
  lastViewedAt: Date | null;
}

export interface QueryRow {
  readonly day: string;
  readonly key: string;
  readonly query: string;
  readonly locale: string;
  readonly categoryId: number;
  readonly sums: QuerySums;
  lastAt: Date;
  lastZeroAt: Date | null;
}

/** Sums of a batch of events, sorted by key, so that concurrent writers lock rows in the same order. */
export interface RollUp {
  readonly days: ReadonlyMap<string, DaySums>;
  readonly articles: readonly ArticleRow[];
  readonly queries: readonly QueryRow[];
}

/** Lists the visits that an event implies: `s` of the site, `a:7` of an article, `q:...` of a query. */
export function marksOf({ kind, day, visitor, articleId, query }: RecordedEvent): DailyVisit[] {
  if (visitor === null) return [];
  const scopes = ['s'];
  if (kind === 'view') scopes.push(`a:${articleId}`);
  if (kind === 'search' && query !== null) scopes.push(`q:${queryKey(query)}`);
  return scopes.map((scope) => ({ day, visitor, scope }));
}

export function markKey({ day, visitor, scope }: DailyVisit): string {
  return `${day} ${visitor} ${scope}`;
}

/**
 * Sums up events. Used both for incoming batches and for recounting a whole day.
 * @param isNew whether a mark appears for the first time; called once per mark and event, in order
 */
export function rollUp(events: readonly RecordedEvent[], isNew: (mark: DailyVisit) => boolean): RollUp {
  const days = new Map<string, DaySums>();
  const articles = new Map<string, ArticleRow>();
  const queries = new Map<string, QueryRow>();
  for (const event of events) {
    const fresh = new Set(
      marksOf(event)
        .filter(isNew)
        .map(({ scope }) => scope.charAt(0)),
    );
    const day = entry(days, event.day, noDaySums);
    addToDay(day, event);
    if (fresh.has('s')) day.visitors += 1;
    if (event.articleId !== 0) {
      const row = entry(articles, `${event.day} ${event.articleId} ${event.locale}`, () => articleRow(event));
      addToArticle(row, event);
      if (fresh.has('a')) row.sums.visitors += 1;
    }
    if (event.query !== null) {
      const key = queryKey(event.query);
      const place = `${event.day} ${key} ${event.locale} ${event.categoryId}`;
      const row = entry(queries, place, () => queryRow(event, key));
      addToQuery(row, event);
      if (fresh.has('q')) row.sums.visitors += 1;
    }
  }
  return { days: new Map(inOrder(days)), articles: valuesInOrder(articles), queries: valuesInOrder(queries) };
}

/**
 * Counts exits after a search, by article and locale. An exit is a visitor whose last action of the day was a click
 * on a search result: they either found what they needed or gave up.
 * @param events events of one day, in chronological order
 */
export function countExits(events: readonly RecordedEvent[]): ReadonlyMap<string, number> {
  const last = new Map<string, RecordedEvent>();
  for (const event of events) {
    if (event.visitor === null) continue;
    const open = last.get(event.visitor);
    // Actions on the clicked article do not count as going on.
    const stays = open !== undefined && event.kind !== 'click' && event.articleId === open.articleId;
    if (event.kind === 'click') last.set(event.visitor, event);
    else if (!stays) last.delete(event.visitor);
  }
  const exits = new Map<string, number>();
  for (const { articleId, locale } of last.values()) {
    const key = `${articleId} ${locale}`;
    exits.set(key, (exits.get(key) ?? 0) + 1);
  }
  return exits;
}

function addToDay(sums: DaySums, event: RecordedEvent): void {
  addShared(sums, event);
  if (event.kind === 'search') {
    sums.searches += 1;
    if (event.number === 0) sums.zero_results += 1;
  }
  if (event.kind === 'click') sums.clicks += 1;
}

function addToArticle(row: ArticleRow, event: RecordedEvent): void {
  addShared(row.sums, event);
  if (event.kind === 'click') row.sums.search_clicks += 1;
  if (event.kind === 'view') row.lastViewedAt = later(row.lastViewedAt, event.at);
}

function addShared(sums: Omit<ArticleSums, 'search_clicks' | 'visitors'>, { kind, number }: RecordedEvent): void {
  if (kind === 'view') sums.views += 1;
  if (kind === 'download') sums.downloads += 1;
  if (kind === 'feedback') sums.feedback += 1;
  const sign = kind.endsWith('_taken') ? -1 : 1;
  if (kind === 'helpful' || kind === 'helpful_taken') sums[number === 1 ? 'helpful_yes' : 'helpful_no'] += sign;
  if (kind === 'rating' || kind === 'rating_taken') {
    sums.ratings += sign;
    sums.rating_sum += sign * number;
  }
}

function addToQuery(row: QueryRow, { kind, number, at }: RecordedEvent): void {
  row.lastAt = later(row.lastAt, at);
  if (kind === 'click') {
    row.sums.clicks += 1;
    row.sums.positions += number;
  }
  if (kind !== 'search') return;
  row.sums.searches += 1;
  row.sums.results += number;
  if (number > 0) return;
  row.sums.zero_results += 1;
  row.lastZeroAt = later(row.lastZeroAt, at);
}

const NO_SHARED = { views: 0, visitors: 0, downloads: 0, ratings: 0, rating_sum: 0, helpful_yes: 0, helpful_no: 0 };

export function noDaySums(): DaySums {
  return { ...NO_SHARED, feedback: 0, searches: 0, zero_results: 0, clicks: 0 };
}

function articleRow({ day, articleId, locale }: RecordedEvent): ArticleRow {
  return { day, articleId, locale, sums: { ...NO_SHARED, feedback: 0, search_clicks: 0 }, lastViewedAt: null };
}

function queryRow({ day, query, locale, categoryId, at }: RecordedEvent, key: string): QueryRow {
  const sums = { searches: 0, zero_results: 0, results: 0, clicks: 0, positions: 0, visitors: 0 };
  return { day, key, query: query ?? '', locale, categoryId, sums, lastAt: at, lastZeroAt: null };
}

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = make();
  map.set(key, created);
  return created;
}

function later(one: Date | null, other: Date): Date {
  return one !== null && one > other ? one : other;
}

function inOrder<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}

function valuesInOrder<T>(map: ReadonlyMap<string, T>): T[] {
  return inOrder(map).map(([, value]) => value);
}
