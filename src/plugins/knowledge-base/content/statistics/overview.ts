import { addDays, type Calendar } from '../../../../calendar.js';
import { type Database, utc } from '../../../../database.js';
import { POST_TYPE } from '../../domain/articles/article.js';
import { addUp, sumsByDay, sumsByDayOf } from './day-sums.js';
import { type DayRange, type Granularity, granularityOf } from './period.js';
import { average, change, percent, share } from './ratios.js';
import type { ReportQuery } from './report-query.js';
import type { DaySums } from './roll-up.js';
import { type SeriesStep, seriesOf } from './series.js';
import type { Span } from './spans.js';
import { spansOf } from './spans-of.js';

export interface OverviewTotals {
  views: number;
  /** Each visitor counts once per day. */
  visitors: number;
  searches: number;
  zero_result_searches: number;
  /** Shares from 0 to 1. */
  zero_result_rate: number | null;
  click_through_rate: number | null;
  ratings: number;
  average_rating: number | null;
  helpful_percent: number | null;
  feedback_new: number;
  downloads: number;
  /** Published in the period and still public. */
  articles_published: number;
  /** Published articles whose review date had passed at the end of the period. */
  articles_stale: number;
}

export interface Overview {
  period: DayRange & { granularity: Granularity; tz: string };
  totals: OverviewTotals;
  /** Totals of the comparison period. */
  previous: OverviewTotals | null;
  /** Change in percent; null if the previous value was 0. */
  change: Record<keyof OverviewTotals, number | null> | null;
  series: SeriesStep[];
}

/**
 * Reports the usage of the whole knowledge base.
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export async function overviewOf(db: Database, site: Calendar, query: ReportQuery, now: Date): Promise<Overview> {
  const { calendar, range, span, compared } = await spansOf(db, site, query, now);
  const granularity = granularityOf(query.granularity ?? 'auto', range);
  const days = await daySums(db, calendar, range, span);
  const totals = await totalsOf(db, calendar, range, days.values());
  const previous = compared && (await previousOf(db, calendar, compared));
  return {
    period: { ...range, granularity, tz: calendar.timeZone },
    totals,
    previous,
    change: previous && changeOf(totals, previous),
    series: seriesOf(range, granularity, days),
  };
}

async function previousOf(
  db: Database,
  calendar: Calendar,
  { range, span }: { readonly range: DayRange; readonly span: Span },
): Promise<OverviewTotals> {
  const days = await daySums(db, calendar, range, span);
  return totalsOf(db, calendar, range, days.values());
}

function daySums(db: Database, calendar: Calendar, range: DayRange, span: Span): Promise<Map<string, DaySums>> {
  return span.of === 'days' ? sumsByDay(db, range) : sumsByDayOf(db, calendar, range);
}

async function totalsOf(
  db: Database,
  calendar: Calendar,
  range: DayRange,
  days: Iterable<DaySums>,
): Promise<OverviewTotals> {
  const sums = addUp(days);
  return {
    views: sums.views,
    visitors: sums.visitors,
    searches: sums.searches,
    zero_result_searches: sums.zero_results,
    zero_result_rate: share(sums.zero_results, sums.searches),
    click_through_rate: share(sums.clicks, sums.searches),
    ratings: sums.ratings,
    average_rating: average(sums.rating_sum, sums.ratings),
    helpful_percent: percent(sums.helpful_yes, sums.helpful_no),
    feedback_new: sums.feedback,
    downloads: sums.downloads,
    articles_published: await countPublished(db, calendar, range),
    articles_stale: await countStale(db, [range.to, calendar.dayOf(new Date())].sort()[0] ?? range.to),
  };
}

async function countPublished(db: Database, calendar: Calendar, { from, to }: DayRange): Promise<number> {
  const row = await db.query
    .selectFrom('posts')
    .where('type', '=', POST_TYPE)
    .where('status', 'in', ['publish', 'archived'])
    .where('published_at', '>=', utc.encode(calendar.startOf(from)))
    .where('published_at', '<', utc.encode(calendar.startOf(addDays(to, 1))))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Uses current review dates: past reviews are not recorded. */
async function countStale(db: Database, day: string): Promise<number> {
  const row = await db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .where('posts.status', '=', 'publish')
    .where('kb_articles.review_by', '<', day)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

function changeOf(now: OverviewTotals, before: OverviewTotals): Record<keyof OverviewTotals, number | null> {
  const names = Object.keys(now) as (keyof OverviewTotals)[];
  const changes = names.map((name) => [name, change(now[name], before[name])]);
  return Object.fromEntries(changes) as Record<keyof OverviewTotals, number | null>;
}
