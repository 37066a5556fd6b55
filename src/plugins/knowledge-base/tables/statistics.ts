import { sql } from 'kysely';
import { column, defineTable, type Migration, type TableOf } from '../../../index.js';

/** What was counted, one row each, for thirty days: without address, browser and user. */
const eventsTable = defineTable(
  'kb_events',
  {
    id: column.id(),
    kind: column.key(16),
    at: column.datetime(),
    /** 0 where it is about none. */
    article_id: column.integer(),
    category_id: column.integer(),
    locale: column.key(35),
    /** Tells people apart within one day; null for who asks not to be tracked. */
    visitor: column.key(22).nullable(),
    /** Scrubbed of personal data, and its digest; null for what is no search. */
    query: column.string(200).nullable(),
    query_key: column.key(22).nullable(),
    number: column.integer(),
  },
  { indexes: [['at']] },
);

/** Sums by day of the site's zone. Visitors are those of the whole site, each counted once a day. */
const daysTable = defineTable(
  'kb_stats_days',
  {
    day: column.key(10),
    views: column.integer(),
    visitors: column.integer(),
    searches: column.integer(),
    zero_results: column.integer(),
    clicks: column.integer(),
    downloads: column.integer(),
    ratings: column.integer(),
    rating_sum: column.integer(),
    helpful_yes: column.integer(),
    helpful_no: column.integer(),
    feedback: column.integer(),
  },
  { primaryKey: ['day'] },
);

const dayArticlesTable = defineTable(
  'kb_stats_articles',
  {
    day: column.key(10),
    article_id: column.integer(),
    locale: column.key(35),
    views: column.integer(),
    visitors: column.integer(),
    downloads: column.integer(),
    search_clicks: column.integer(),
    /** People who came from a search and did nothing more that day; known from the night after on. */
    exits: column.integer(),
    ratings: column.integer(),
    rating_sum: column.integer(),
    helpful_yes: column.integer(),
    helpful_no: column.integer(),
    feedback: column.integer(),
  },
  { primaryKey: ['day', 'article_id', 'locale'], indexes: [['article_id', 'day']] },
);

const dayQueriesTable = defineTable(
  'kb_stats_queries',
  {
    day: column.key(10),
    /** Digest of the query. */
    query_key: column.key(22),
    locale: column.key(35),
    /** The one category that was searched, 0 for all. */
    category_id: column.integer(),
    query: column.string(200),
    searches: column.integer(),
    zero_results: column.integer(),
    /** Of all searches together. */
    results: column.integer(),
    clicks: column.integer(),
    /** Places of all clicks together, from 1; clicks of before the column was there have none. */
    positions: column.integer().default(0),
    visitors: column.integer(),
    last_at: column.datetime(),
    /** When nothing was found. */
    last_zero_at: column.datetime().nullable(),
  },
  { primaryKey: ['day', 'query_key', 'locale', 'category_id'], indexes: [['query_key']] },
);

/**
 * Sums of queries by whole month, in the order in which a report adds them up: where the rows of a query stand beside each
 * other, a server needs no table of its own for it.
 */
const monthQueriesTable = defineTable(
  'kb_stats_query_months',
  {
    query_key: column.key(22),
    /** `m2026-10`, as the months are called in the tables of the days. */
    day: column.key(10),
    locale: column.key(35),
    category_id: column.integer(),
    searches: column.integer(),
    zero_results: column.integer(),
    results: column.integer(),
    clicks: column.integer(),
    positions: column.integer().default(0),
    visitors: column.integer(),
    last_at: column.datetime(),
    last_zero_at: column.datetime().nullable(),
  },
  { primaryKey: ['query_key', 'day', 'locale', 'category_id'], indexes: [['category_id']] },
);

/** Who was there today, and of what they are counted as visitors: `s` the site, `a:7` an article, `q:...` a query. */
const dayVisitorsTable = defineTable(
  'kb_stats_visitors',
  { day: column.key(10), visitor: column.key(22), scope: column.key(32) },
  { primaryKey: ['day', 'visitor', 'scope'] },
);

declare module '../../../index.js' {
  interface Tables {
    kb_events: TableOf<typeof eventsTable>;
    kb_stats_days: TableOf<typeof daysTable>;
    kb_stats_articles: TableOf<typeof dayArticlesTable>;
    kb_stats_queries: TableOf<typeof dayQueriesTable>;
    kb_stats_query_months: TableOf<typeof monthQueriesTable>;
    kb_stats_visitors: TableOf<typeof dayVisitorsTable>;
  }
}

export const statisticsMigrations: readonly Migration[] = [
  { name: '0050_events', up: (schema) => schema.createTable(eventsTable) },
  {
    name: '0051_statistics',
    async up(schema) {
      for (const table of [daysTable, dayArticlesTable, dayQueriesTable, dayVisitorsTable]) {
        await schema.createTable(table);
      }
    },
  },
  {
    name: '0063_query_months',
    async up(schema) {
      await schema.createTable(monthQueriesTable);
      // Sums of months stood among those of days; without the rows that say they are complete the night adds them up anew.
      await schema.raw(sql`delete from kb_stats_queries where day >= 'm'`);
      await schema.raw(sql`delete from kb_stats_days where day >= 'm'`);
    },
  },
  {
    name: '0075_click_positions',
    async up(schema) {
      for (const table of [dayQueriesTable, monthQueriesTable]) await schema.addColumn(table, 'positions');
    },
  },
];
