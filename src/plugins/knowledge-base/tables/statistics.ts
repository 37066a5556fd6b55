import { sql } from 'kysely';
import { column, defineTable, type Migration, type TableOf } from '../../../database.js';

/** Events of the statistics, kept for 30 days, without IP address, browser and user. */
const eventsTable = defineTable(
  'kb_events',
  {
    id: column.id(),
    kind: column.key(16),
    at: column.datetime(),
    /** 0 for none. */
    article_id: column.integer(),
    category_id: column.integer(),
    locale: column.key(35),
    /** Distinguishes visitors within one day; null for those who opt out of tracking. */
    visitor: column.key(22).nullable(),
    /** Query without personal data, and its digest; null if not a search. */
    query: column.string(200).nullable(),
    query_key: column.key(22).nullable(),
    number: column.integer(),
  },
  { indexes: [['at']] },
);

/** Totals by day in the site's time zone. Visitors are those of the whole site, each counted once a day. */
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
    /** Visitors who arrived from a search and did nothing more that day; computed the following night. */
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
    /** The single category searched, 0 for all. */
    category_id: column.integer(),
    query: column.string(200),
    searches: column.integer(),
    zero_results: column.integer(),
    /** Total of all searches. */
    results: column.integer(),
    clicks: column.integer(),
    /** Sum of all clicks' positions, from 1. Clicks before the column existed have none. */
    positions: column.integer().default(0),
    visitors: column.integer(),
    last_at: column.datetime(),
    /** Time of the last search without results. */
    last_zero_at: column.datetime().nullable(),
  },
  { primaryKey: ['day', 'query_key', 'locale', 'category_id'], indexes: [['query_key']] },
);

/**
 * Monthly totals of queries, ordered as reports sum them.
 * With the rows of a query adjacent, a server needs no temporary table.
 */
const monthQueriesTable = defineTable(
  'kb_stats_query_months',
  {
    query_key: column.key(22),
    /** `m2026-10`, as months are named in the daily tables. */
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

/** Visitors of the day, of releases before the core's `visitors`. */
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
      // Monthly totals were stored among daily ones. Without their completion rows, the nightly job computes them
      // again.
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
