import { addDays, type Calendar } from '../../../../calendar.js';
import { type Database, utc } from '../../../../database.js';
import type { OwnedVisitors } from '../../../../pages.js';
import { NO_COUNTS } from '../../domain/articles/article-counters.js';
import type { RecordedEvent } from './event.js';
import { eventsOfDay, insertEvents } from './event-rows.js';
import { reopenMonth } from './months.js';
import {
  type ArticleRow,
  countExits,
  type DaySums,
  markKey,
  marksOf,
  noDaySums,
  type QueryRow,
  rollUp,
} from './roll-up.js';

/** Rows per statement: SQLite allows 32,766 values. */
const ROWS = 500;

/** Stores events and adds them to the sums in one transaction. The row of the day is the lock between processes. */
export async function writeEvents(
  { db, visitors }: { readonly db: Database; readonly visitors: Pick<OwnedVisitors, 'recordVisits'> },
  events: readonly RecordedEvent[],
): Promise<void> {
  const days = [...new Set(events.map(({ day }) => day))].sort();
  await db.transaction(async () => {
    for (const day of days) {
      await lockDay(db, day);
      await reopenMonth(db, day);
    }
    const firsts = new Set((await visitors.recordVisits(events.flatMap(marksOf))).map(markKey));
    await insertEvents(db, events);
    const { days: sums, articles, queries } = rollUp(events, (mark) => firsts.delete(markKey(mark)));
    for (const [day, daySums] of sums) await addToDay(db, day, daySums);
    for (const row of articles) await addToArticle(db, row);
    for (const row of queries) await addToQuery(db, row);
    await addToCounters(db, articles);
  });
}

/**
 * Recounts a day from its events, replacing the running sums. Also counts exits after searches, which are known only
 * when the day is over. All-time article figures are not changed.
 * @returns number of events
 */
export async function rebuildDay(db: Database, calendar: Calendar, day: string): Promise<number> {
  return db.transaction(async () => {
    await lockDay(db, day);
    await reopenMonth(db, day);
    const events = await eventsOfDay(db, calendar, day, calendar.startOf(addDays(day, 1)));
    const seenKeys = new Set<string>();
    const { days, articles, queries } = rollUp(events, (mark) => {
      const key = markKey(mark);
      return !seenKeys.has(key) && seenKeys.add(key) !== undefined;
    });
    const exits = countExits(events);
    await db.query
      .updateTable('kb_stats_days')
      .set({ ...(days.get(day) ?? noDaySums()) })
      .where('day', '=', day)
      .execute();
    await db.query.deleteFrom('kb_stats_articles').where('day', '=', day).execute();
    await db.query.deleteFrom('kb_stats_queries').where('day', '=', day).execute();
    await insertRollUp(db, articles, queries, exits);
    return events.length;
  });
}

/** Inserts sums; existing rows must have been deleted. */
async function insertRollUp(
  db: Database,
  articles: readonly ArticleRow[],
  queries: readonly QueryRow[],
  exits: ReadonlyMap<string, number>,
): Promise<void> {
  for (let start = 0; start < articles.length; start += ROWS) {
    const rows = articles.slice(start, start + ROWS).map((row) => ({
      ...articleColumns(row),
      exits: exits.get(`${row.articleId} ${row.locale}`) ?? 0,
    }));
    await db.query.insertInto('kb_stats_articles').values(rows).execute();
  }
  for (let start = 0; start < queries.length; start += ROWS) {
    const rows = queries.slice(start, start + ROWS).map(queryColumns);
    await db.query.insertInto('kb_stats_queries').values(rows).execute();
  }
}

async function lockDay(db: Database, day: string): Promise<void> {
  await db.upsert('kb_stats_days', { day, ...noDaySums() }, ['day'], {});
}

async function addToDay(db: Database, day: string, sums: DaySums): Promise<void> {
  await db.upsert('kb_stats_days', { day, ...sums }, ['day'], (eb) =>
    Object.fromEntries(entriesOf(sums).map(([name, count]) => [name, eb(name, '+', count)])),
  );
}

async function addToArticle(db: Database, row: ArticleRow): Promise<void> {
  await db.upsert('kb_stats_articles', { ...articleColumns(row), exits: 0 }, ['day', 'article_id', 'locale'], (eb) =>
    Object.fromEntries(entriesOf(row.sums).map(([name, count]) => [name, eb(name, '+', count)])),
  );
}

async function addToQuery(db: Database, row: QueryRow): Promise<void> {
  const columns = queryColumns(row);
  const keys = ['day', 'query_key', 'locale', 'category_id'] as const;
  await db.upsert('kb_stats_queries', columns, keys, (eb) => {
    const latest = (column: 'last_at' | 'last_zero_at', time: string) =>
      eb.case().when(column, '>', time).then(eb.ref(column)).else(time).end();
    return {
      ...Object.fromEntries(entriesOf(row.sums).map(([name, count]) => [name, eb(name, '+', count)])),
      last_at: latest('last_at', columns.last_at),
      ...(columns.last_zero_at === null ? {} : { last_zero_at: latest('last_zero_at', columns.last_zero_at) }),
    };
  });
}

/** Adds the all-time views. Other modules own the other columns of the row. */
async function addToCounters(db: Database, articles: readonly ArticleRow[]): Promise<void> {
  const views = new Map<number, { views: number; last: string }>();
  for (const { articleId, sums, lastViewedAt } of articles) {
    if (lastViewedAt === null) continue;
    const view = views.get(articleId) ?? { views: 0, last: '' };
    const last = utc.encode(lastViewedAt);
    views.set(articleId, { views: view.views + sums.views, last: last > view.last ? last : view.last });
  }
  for (const [articleId, counted] of [...views].sort(([one], [other]) => one - other)) {
    const row = { ...NO_COUNTS, article_id: articleId, views: counted.views, last_viewed_at: counted.last };
    await db.upsert('kb_article_figures', row, ['article_id'], (eb) => ({
      views: eb('views', '+', counted.views),
      last_viewed_at: eb
        .case()
        .when('last_viewed_at', '>', counted.last)
        .then(eb.ref('last_viewed_at'))
        .else(counted.last)
        .end(),
    }));
  }
}

function articleColumns({ day, articleId, locale, sums }: ArticleRow) {
  return { day, article_id: articleId, locale, ...sums };
}

function queryColumns({ day, key, locale, categoryId, query, sums, lastAt, lastZeroAt }: QueryRow) {
  return {
    day,
    query_key: key,
    locale,
    category_id: categoryId,
    query,
    ...sums,
    last_at: utc.encode(lastAt),
    last_zero_at: lastZeroAt === null ? null : utc.encode(lastZeroAt),
  };
}

/** Nonzero sums only, which keeps statements short. */
function entriesOf<Sums extends object>(sums: Sums): [keyof Sums & string, number][] {
  return (Object.entries(sums) as [keyof Sums & string, number][]).filter(([, count]) => count !== 0);
}
