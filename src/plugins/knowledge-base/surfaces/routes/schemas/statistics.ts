import type { JsonSchema } from '../../../../../rest.js';
import { GRANULARITIES } from '../../../content/statistics/period.js';
import { address, id, list, moment, record } from './members.js';

const count = { type: 'integer', minimum: 0 } as const;
const day = { type: 'string', format: 'date' } as const;
const maybe = { type: ['number', 'null'] } as const;
const share = { ...maybe, minimum: 0, maximum: 1, description: 'Fraction of 1; null without data.' } as const;
const change = { ...maybe, description: 'Percent; null without earlier data.' } as const;
const rating = { ...maybe, minimum: 1, maximum: 5, description: 'null without ratings.' } as const;
const percent = { type: ['integer', 'null'], minimum: 0, maximum: 100, description: 'null without answers.' } as const;

/** Response with `format=csv`. */
const csv: JsonSchema = { type: 'string', description: 'With format=csv: a header and a line per row.' };

const orCsv = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, csv] });

const totals = {
  views: count,
  visitors: { ...count, description: 'Unique visitors per day.' },
  searches: count,
  zero_result_searches: count,
  zero_result_rate: share,
  click_through_rate: share,
  ratings: count,
  average_rating: rating,
  helpful_percent: percent,
  feedback_new: count,
  downloads: count,
  articles_published: { ...count, description: 'Published in the period and still public.' },
  articles_stale: { ...count, description: 'Published articles whose review date passed before the last day.' },
} as const;

const changes = Object.fromEntries(Object.keys(totals).map((name) => [name, change]));

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

export const STATISTICS_OVERVIEW: JsonSchema = orCsv(
  record('StatisticsOverview', 'Usage of the knowledge base.', {
    period: record(null, 'Period.', {
      from: day,
      to: day,
      granularity: { type: 'string', enum: GRANULARITIES.filter((name) => name !== 'auto') },
      tz: { type: 'string', description: 'Time zone of the days.' },
    }),
    totals: record('StatisticsTotals', 'Totals of the period.', totals),
    previous: orNull(record(null, 'Totals of the comparison period.', totals)),
    change: orNull(record(null, 'Changes in percent.', changes)),
    series: list(
      record('StatisticsStep', 'Day, week or month.', {
        date: { ...day, description: 'First day within the period.' },
        views: count,
        visitors: count,
        searches: count,
        zero_results: count,
      }),
    ),
  }),
);

export const ARTICLE_STATISTICS: JsonSchema = orCsv(
  list(
    record('ArticleStatistics', 'Usage of an article.', {
      article: record(null, 'Which.', { id, title: { type: 'string' }, link: address }),
      views: count,
      visitors: { ...count, description: 'Unique visitors per day.' },
      avg_rating: rating,
      helpful_percent: percent,
      feedback: count,
      downloads: count,
      search_clicks: { ...count, description: 'Number of clicks in search results.' },
      exit_after_search: {
        type: ['integer', 'null'],
        description: "Views after which the visitor left for the day: calculated nightly, in the site's time zone.",
      },
      last_viewed: { ...moment, type: ['string', 'null'], description: 'Ever.' },
      trend: { ...change, description: 'Change of views in percent; null without earlier views.' },
    }),
  ),
);

const askedIn = { type: 'string', description: 'Language of the search.' } as const;

const QUERY: JsonSchema = record('QueryStatistics', 'Query of at least three users.', {
  query: { type: 'string', description: 'Lowercase, without personal data.' },
  locale: askedIn,
  count,
  results_avg: maybe,
  clicks: count,
  ctr: share,
  position_avg: { ...maybe, description: 'Average position of clicked results, from 1.' },
  last_seen: moment,
});

export const SEARCH_STATISTICS: JsonSchema = orCsv(
  record('SearchStatistics', 'Search queries.', {
    totals: record(null, 'All searches, including queries that are not listed.', {
      searches: count,
      zero_result_searches: count,
      zero_result_rate: share,
      clicks: count,
      click_through_rate: share,
    }),
    queries: list(QUERY),
    zero_results: list(
      record('FailedQuery', 'Query without results.', {
        query: { type: 'string' },
        locale: askedIn,
        count,
        last_seen: moment,
        suggested_article: orNull(
          record(null, 'Possible matches, including articles written since.', {
            title: { type: 'string' },
            link: address,
          }),
        ),
      }),
    ),
    low_clicks: list(QUERY, 'Queries with results but few clicks, most frequent first.'),
    refined: list(
      record('RefinedQuery', 'Query that at least three users reformulated.', {
        query: { type: 'string' },
        next: { type: 'string', description: 'Next query, without a click in between.' },
        locale: askedIn,
        count,
        last_seen: moment,
      }),
      'At most the last thirty days, most frequent first; empty unless requested with `report`.',
    ),
  }),
);

export const CATEGORY_STATISTICS: JsonSchema = orCsv(
  list(
    record('CategoryStatistics', 'Usage of the articles directly in a category.', {
      category: record(null, 'Which.', { id, name: { type: 'string' }, link: address }),
      articles: { ...count, description: 'Published ones.' },
      views: count,
      visitors: { ...count, description: 'Per article, once a day.' },
      avg_rating: rating,
      zero_result_searches: { ...count, description: 'Searches restricted to this category without results.' },
    }),
  ),
);
