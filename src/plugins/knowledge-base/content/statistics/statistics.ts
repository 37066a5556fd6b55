import { addDays, type Calendar, createCalendar, isDay } from '../../../../calendar.js';
import { type Database, utc } from '../../../../database.js';
import type { PluginContext, User } from '../../../../index.js';
import type { OwnedVisitors } from '../../../../pages.js';
import { hasEntityTag, type RestRequest } from '../../../../rest.js';
import type { Caller } from '../../domain/access/readers.js';
import { type Article, isPublic } from '../../domain/articles/article.js';
import { invalidParam } from '../../domain/errors.js';
import {
  type ArticleOrderBy,
  type ArticleStatistics,
  articleTable,
  type Table,
  type TableParts,
} from './article-table.js';
import { type CategoryOrderBy, type CategoryStatistics, categoryTable } from './category-table.js';
import type { StatisticsEvent } from './event.js';
import { closeMonths } from './months.js';
import { type Overview, overviewOf } from './overview.js';
import { querySums, textsOf } from './query-sums.js';
import { createRecorder, type Sender } from './recorder.js';
import type { ListQuery, ReportQuery } from './report-query.js';
import {
  MIN_VISITORS,
  type SearchQuery,
  type SearchStatistics,
  type SearchTableParts,
  searchTable,
} from './search-table.js';
import { createSettledSearches, type SearchEvent } from './settled-searches.js';
import { EVENT_DAYS } from './spans-of.js';
import type { NoResultsDigest } from './statistics-hooks.js';
import { rebuildDay, writeEvents } from './write.js';

/** REST or page request that reads an article. */
export type ReadRequest = Caller & Pick<RestRequest, 'method' | 'query'>;

/**
 * Usage statistics of the knowledge base. Visitors cannot be recognized across days. Reports throw HostError 400
 * `vendor_kb_invalid_param` for invalid periods.
 */
export interface Statistics {
  /**
   * Counts an event. Returns immediately, never throws, and writes a second later; a crash loses that second.
   * @param caller null outside a request: votes and feedback count regardless of the sender
   */
  record(event: StatisticsEvent, caller: Caller | null): void;
  /**
   * Counts a search once it is settled. That is after three seconds without further typing by the same caller, or
   * immediately if `final` is true. With `final: false` it never counts. A crash loses pending searches.
   */
  searched(event: SearchEvent, caller: Caller, final: boolean | null): void;
  /**
   * Counts an article view, unless the request opts out or is not a read. Requests with `count=0`, methods other
   * than GET and matching ETags do not count: a 304 was already counted, and conditional requests come from caches
   * and mirrors.
   * @param tag ETag of the response, if any
   */
  viewed(article: Article, request: ReadRequest, tag?: string): void;
  /** Writes buffered events. */
  flush(): Promise<void>;
  overview(query: ReportQuery): Promise<Overview>;
  articles(query: ListQuery<ArticleOrderBy>): Promise<Table<ArticleStatistics>>;
  searches(query: SearchQuery): Promise<{ statistics: SearchStatistics; total: number }>;
  categories(query: ListQuery<CategoryOrderBy>): Promise<Table<CategoryStatistics>>;
  /**
   * Recounts a day, in the site's time zone, from its events.
   * @returns number of events
   * @throws HostError 400 `vendor_kb_invalid_param` for a day whose events are no longer kept
   */
  rebuild(day: string): Promise<number>;
  /** Runs the nightly job: recounts yesterday, deletes expired data and sums up past months. */
  nightly(now: Date): Promise<void>;
  /** Returns yesterday's queries without results. */
  noResults(now: Date): Promise<NoResultsDigest>;
  close(): Promise<void>;
}

export interface StatisticsParts extends Omit<TableParts, 'site'> {
  readonly db: Database;
  readonly timeZone: string;
  readonly visitors: OwnedVisitors;
  readonly log: PluginContext['log'];
  readonly suggest: SearchTableParts['suggest'];
  readonly isExcluded: (event: StatisticsEvent, user: User | null) => Promise<boolean>;
  /** Called for every counted view. Must not throw, and is not awaited. */
  readonly onViewed: (article: Article, viewer: User | null) => void;
}

export function createStatistics(parts: StatisticsParts): Statistics {
  const { db, timeZone, visitors, log, isExcluded, onViewed } = parts;
  const calendar = createCalendar(timeZone);
  const tables = { ...parts, site: calendar };
  const recorder = createRecorder({
    calendar,
    log,
    isExcluded,
    write: (events) => writeEvents({ db, visitors }, events),
  });

  const senderOf = (caller: Caller): Sender => ({ visitor: visitors.identify(caller), user: caller.user });
  const searches = createSettledSearches(recorder.record, senderOf);

  async function flush(): Promise<void> {
    searches.settle();
    await recorder.flush();
  }

  function assertKept(day: string): void {
    const today = calendar.dayOf(new Date());
    if (isDay(day) && day <= today && day >= addDays(today, -EVENT_DAYS)) return;
    const message = `Events are stored for ${EVENT_DAYS} days. Choose one of these days, such as 2026-01-31.`;
    throw invalidParam('day', message);
  }

  async function rebuild(day: string): Promise<number> {
    assertKept(day);
    await flush();
    return rebuildDay(db, calendar, day);
  }

  return {
    record: (event, caller) => recorder.record(event, caller && senderOf(caller)),
    searched: searches.record,
    viewed(article, request, tag) {
      const isAsked = request.query.count !== '0' && request.query.count !== 'false';
      if (request.method !== 'GET' || !isAsked || !isPublic(article)) return;
      if (tag !== undefined && hasEntityTag(request.headers['if-none-match'], tag)) return;
      const { user } = request;
      const view = { kind: 'view', articleId: article.id, locale: article.locale } as const;
      recorder.record(view, senderOf(request), () => onViewed(article, user));
    },
    flush,
    overview: (query) => overviewOf(db, calendar, query, new Date()),
    articles: (query) => articleTable(tables, query, new Date()),
    searches: (query) => searchTable(tables, query, new Date()),
    categories: (query) => categoryTable(tables, query, new Date()),
    rebuild,
    async nightly(now) {
      const yesterday = addDays(calendar.dayOf(now), -1);
      await flush();
      await rebuildDay(db, calendar, yesterday);
      await deleteExpired({ db, calendar }, now);
      await closeMonths(db, calendar.dayOf(now));
    },
    noResults: (now) => noResultsOf(db, addDays(calendar.dayOf(now), -1)),
    async close() {
      searches.settle();
      await recorder.close();
    },
  };
}

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

/**
 * Deletes data whose retention period has passed. Events expire after 30 days. Queries with fewer visitors than are
 * ever shown and counts of deleted articles go as well.
 */
export async function deleteExpired(
  { db, calendar }: { readonly db: Database; readonly calendar: Calendar },
  now: Date,
): Promise<void> {
  const today = calendar.dayOf(now);
  await deleteEvents(db, calendar, addDays(today, -EVENT_DAYS));
  await deleteRareQueries(db, calendar.startOf(addDays(today, -EVENT_DAYS)));
  await db.query
    .deleteFrom('kb_stats_articles')
    .where('article_id', 'not in', db.query.selectFrom('kb_articles').select('id'))
    .execute();
}

/** Day by day, because database servers limit the time per statement. */
async function deleteEvents(db: Database, calendar: Calendar, before: string): Promise<void> {
  for (;;) {
    const oldest = await db.query
      .selectFrom('kb_events')
      .select((eb) => eb.fn.min<string | null>('at').as('at'))
      .executeTakeFirst();
    if (!oldest?.at) return;
    const day = calendar.dayOf(utc.decode(oldest.at));
    if (day >= before) return;
    await db.query
      .deleteFrom('kb_events')
      .where('at', '<', utc.encode(calendar.startOf(addDays(day, 1))))
      .execute();
  }
}

/** Deletes rare queries, which are never shown and may contain pasted personal data. Daily sums keep counting them. */
async function deleteRareQueries(db: Database, before: Date): Promise<void> {
  const rare = await db.query
    .selectFrom('kb_stats_queries')
    .select('query_key')
    .groupBy('query_key')
    .having((eb) => eb(eb.fn.sum('visitors'), '<', MIN_VISITORS))
    .having((eb) => eb(eb.fn.max('last_at'), '<', utc.encode(before)))
    .execute();
  const keys = rare.map(({ query_key }) => query_key);
  for (let start = 0; start < keys.length; start += KEYS) {
    const some = keys.slice(start, start + KEYS);
    for (const table of ['kb_stats_queries', 'kb_stats_query_months'] as const) {
      await db.query.deleteFrom(table).where('query_key', 'in', some).execute();
    }
  }
}

const KEYS = 500;
