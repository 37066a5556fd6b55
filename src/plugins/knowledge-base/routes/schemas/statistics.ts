import type { JsonSchema } from '../../../../index.js';
import { GRANULARITIES } from '../../statistics/period.js';
import { address, id, list, moment, record } from './members.js';

const count = { type: 'integer', minimum: 0 } as const;
const day = { type: 'string', format: 'date' } as const;
const maybe = { type: ['number', 'null'] } as const;
const share = { ...maybe, minimum: 0, maximum: 1, description: 'Share of 1; null of nothing.' } as const;
const change = { ...maybe, description: 'Percent; null where there was nothing before.' } as const;
const rating = { ...maybe, minimum: 1, maximum: 5, description: 'null without ratings.' } as const;
const percent = { type: ['integer', 'null'], minimum: 0, maximum: 100, description: 'null without answers.' } as const;

/** Response with `format=csv`. */
const csv: JsonSchema = { type: 'string', description: 'With format=csv: a line of names and one for each row.' };

const orCsv = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, csv] });

const totals = {
  views: count,
  visitors: { ...count, description: 'Each counted once a day.' },
  searches: count,
  zero_result_searches: count,
  zero_result_rate: share,
  click_through_rate: share,
  ratings: count,
  average_rating: rating,
  helpful_percent: percent,
  feedback_new: count,
  downloads: count,
  articles_published: { ...count, description: 'In the period, and still public.' },
  articles_stale: { ...count, description: 'Published ones that should have been reviewed before its last day.' },
} as const;

const changes = Object.fromEntries(Object.keys(totals).map((name) => [name, change]));

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

export const STATISTICS_OVERVIEW: JsonSchema = orCsv(
  record('StatisticsOverview', 'How the knowledge base was used.', {
    period: record(null, 'The days that are counted.', {
      from: day,
      to: day,
      granularity: { type: 'string', enum: GRANULARITIES.filter((name) => name !== 'auto') },
      tz: { type: 'string', description: 'The zone whose days they are.' },
    }),
    totals: record('StatisticsTotals', 'Sums of the period.', totals),
    previous: orNull(record(null, 'The same of what it is compared with.', totals)),
    change: orNull(record(null, 'By how many percent each grew.', changes)),
    series: list(
      record('StatisticsStep', 'A day, week or month.', {
        date: { ...day, description: 'Its first day within the period.' },
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
    record('ArticleStatistics', 'How an article was used.', {
      article: record(null, 'Which.', { id, title: { type: 'string' }, link: address }),
      views: count,
      visitors: { ...count, description: 'Each counted once a day.' },
      avg_rating: rating,
      helpful_percent: percent,
      feedback: count,
      downloads: count,
      search_clicks: { ...count, description: 'How often it was chosen among search results.' },
      exit_after_search: {
        type: ['integer', 'null'],
        description:
          'After how many of these nothing more was done that day: known from the next night on, and of the days of the site’s zone.',
      },
      last_viewed: { ...moment, type: ['string', 'null'], description: 'Ever.' },
      trend: { ...change, description: 'Change of the views in percent; null where there were none before.' },
    }),
  ),
);

const askedIn = { type: 'string', description: 'A language that it was asked in.' } as const;

const QUERY: JsonSchema = record('QueryStatistics', 'A query that at least three people asked.', {
  query: { type: 'string', description: 'In lower case, without personal data.' },
  locale: askedIn,
  count,
  results_avg: maybe,
  clicks: count,
  ctr: share,
  position_avg: { ...maybe, description: 'Place among the results, from 1, that was clicked on average.' },
  last_seen: moment,
});

export const SEARCH_STATISTICS: JsonSchema = orCsv(
  record('SearchStatistics', 'What was searched for.', {
    totals: record(null, 'All searches, also those that are not listed.', {
      searches: count,
      zero_result_searches: count,
      zero_result_rate: share,
      clicks: count,
      click_through_rate: share,
    }),
    queries: list(QUERY),
    zero_results: list(
      record('FailedQuery', 'A query that found nothing.', {
        query: { type: 'string' },
        locale: askedIn,
        count,
        last_seen: moment,
        suggested_article: orNull(
          record(null, 'What may have been meant, or has been written since.', {
            title: { type: 'string' },
            link: address,
          }),
        ),
      }),
    ),
    low_clicks: list(QUERY, 'What found something and was hardly clicked, most often first.'),
    refined: list(
      record('RefinedQuery', 'A query that at least three people asked again in other words.', {
        query: { type: 'string' },
        next: { type: 'string', description: 'What they searched for next, without a click in between.' },
        locale: askedIn,
        count,
        last_seen: moment,
      }),
      'Of the last thirty days at most, most often first; empty unless `report` asks for it.',
    ),
  }),
);

export const CATEGORY_STATISTICS: JsonSchema = orCsv(
  list(
    record('CategoryStatistics', 'How the articles directly in a category were used.', {
      category: record(null, 'Which.', { id, name: { type: 'string' }, link: address }),
      articles: { ...count, description: 'Published ones.' },
      views: count,
      visitors: { ...count, description: 'Of each article, once a day.' },
      avg_rating: rating,
      zero_result_searches: { ...count, description: 'Searches in this category alone that found nothing.' },
    }),
  ),
);
