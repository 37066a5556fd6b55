import { addDays, createCalendar, isDay } from '../../../../calendar.js';
import type { Database } from '../../../../database.js';
import type { PluginContext, User } from '../../../../index.js';
import type { OwnedVisitors } from '../../../../pages.js';
import { hasEntityTag, type RestRequest } from '../../../../rest.js';
import type { Caller } from '../../domain/access/caller.js';
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
import { noResultsOf } from './no-results-digest.js';
import { type Overview, overviewOf } from './overview.js';
import { createRecorder, type Sender } from './recorder.js';
import type { ListQuery, ReportQuery } from './report-query.js';
import { deleteExpired } from './retention.js';
import { type SearchQuery, type SearchStatistics, type SearchTableParts, searchTable } from './search-table.js';
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
