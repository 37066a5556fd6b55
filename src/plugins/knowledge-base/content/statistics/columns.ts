import type { SearchStatistics } from './search-table.js';

/** CSV columns of each report. */
export const OVERVIEW_COLUMNS = ['date', 'views', 'visitors', 'searches', 'zero_results'] as const;

export const ARTICLE_COLUMNS = [
  'article.id',
  'article.title',
  'article.link',
  'views',
  'visitors',
  'avg_rating',
  'helpful_percent',
  'feedback',
  'downloads',
  'search_clicks',
  'exit_after_search',
  'last_viewed',
  'trend',
] as const;

export const SEARCH_COLUMNS = [
  'list',
  'query',
  'count',
  'results_avg',
  'clicks',
  'ctr',
  'position_avg',
  'locale',
  'last_seen',
  'suggested_article.title',
  'suggested_article.link',
  'next',
] as const;

export const CATEGORY_COLUMNS = [
  'category.id',
  'category.name',
  'category.link',
  'articles',
  'views',
  'visitors',
  'avg_rating',
  'zero_result_searches',
] as const;

/** Combines all lists into one table with a `list` column. */
export function searchRows({
  queries,
  zero_results,
  low_clicks,
  refined,
}: SearchStatistics): Record<string, unknown>[] {
  return [
    ...queries.map((row) => ({ list: 'queries', ...row })),
    ...zero_results.map((row) => ({ list: 'zero_results', ...row })),
    ...low_clicks.map((row) => ({ list: 'low_clicks', ...row })),
    ...refined.map((row) => ({ list: 'refined', ...row })),
  ];
}
