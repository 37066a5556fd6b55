import { type OwnedRest, paginate, type RestRequest, type RestResponse, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { ARTICLE_ORDERS } from '../../content/statistics/article-table.js';
import { CATEGORY_ORDERS } from '../../content/statistics/category-table.js';
import {
  ARTICLE_COLUMNS,
  CATEGORY_COLUMNS,
  OVERVIEW_COLUMNS,
  SEARCH_COLUMNS,
  searchRows,
} from '../../content/statistics/columns.js';
import { toCsv } from '../../content/statistics/csv.js';
import { COMPARISONS, GRANULARITIES, PERIODS } from '../../content/statistics/period.js';
import type { ListQuery } from '../../content/statistics/report-query.js';
import { LOW_CLICKS, QUERY_ORDERS, SEARCH_REPORTS } from '../../content/statistics/search-table.js';
import type { Reader } from '../../domain/access/readers.js';
import { categoryNotFound } from '../../domain/errors.js';
import { ID_ARG, NAMESPACE, offsetOf, pageOf } from './arguments.js';
import {
  ARTICLE_STATISTICS,
  CATEGORY_STATISTICS,
  SEARCH_STATISTICS,
  STATISTICS_OVERVIEW,
} from './schemas/statistics.js';

const TAGS = ['Knowledge base: statistics'];

const REPORT_ARGS = {
  period: { type: 'string', enum: PERIODS, description: 'Default: 30d. Relative periods end today.' },
  from: { type: 'string', maxLength: 10, description: 'First day, YYYY-MM-DD; selects a custom period.' },
  to: { type: 'string', maxLength: 10, description: 'Last day, inclusive; default: today.' },
  granularity: { type: 'string', enum: GRANULARITIES, default: 'auto' },
  tz: {
    type: 'string',
    maxLength: 64,
    description:
      "IANA time zone of the days, while events are stored (30 days). Default and for older days: the site's.",
  },
  compare: { type: 'string', enum: COMPARISONS, default: 'previous' },
  format: { type: 'string', enum: ['json', 'csv'], default: 'json' },
} as const;

const LIST_ARGS = {
  ...REPORT_ARGS,
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  per_page: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'CSV without this and page: all rows, at most 10,000.',
  },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  category: { ...ID_ARG, description: 'Only this category and its descendants.' },
  locale: { type: 'string', maxLength: 35 },
} as const;

/** Registers the routes for usage statistics. */
export function registerStatisticsRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { statistics } = kb;

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/stats/overview',
    summary: 'Read usage of the knowledge base',
    operationId: 'getStatisticsOverview',
    tags: TAGS,
    args: REPORT_ARGS,
    permission: 'view_kb_stats',
    returns: STATISTICS_OVERVIEW,
    async handler({ args }) {
      const overview = await statistics.overview(args);
      return args.format === 'csv' ? asCsv('overview', overview.series, OVERVIEW_COLUMNS) : overview;
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/stats/articles',
    summary: 'List articles by usage',
    description: 'Articles with events in the period.',
    operationId: 'listArticleStatistics',
    tags: TAGS,
    args: { ...LIST_ARGS, orderby: { type: 'string', enum: ARTICLE_ORDERS, default: 'views' } },
    permission: 'view_kb_stats',
    returns: ARTICLE_STATISTICS,
    async handler(request) {
      const { rows, total } = await statistics.articles(listQuery(kb, request));
      return servePage('articles', rows, ARTICLE_COLUMNS, rows, request, total);
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/stats/search',
    summary: 'Read search statistics',
    description:
      'Queries of fewer than three users are hidden, and personal data is removed before storage. Pages apply to all lists. Possible matches are only searched for the first hundred queries of a response.',
    operationId: 'getSearchStatistics',
    tags: TAGS,
    args: {
      ...LIST_ARGS,
      orderby: {
        type: 'string',
        enum: QUERY_ORDERS,
        default: 'count',
        description: 'For `low_clicks`, `count` is the number of searches with results and without clicks.',
      },
      report: {
        type: 'string',
        enum: SEARCH_REPORTS,
        description: `Return only this list, with its own pages. Default: all lists except \`refined\`, which is slow and empty by default. \`low_clicks\`: queries with results in at least ${LOW_CLICKS.leastFound} searches, of which less than ${LOW_CLICKS.share * 100} % led to a click. \`refined\`: queries that the same users reformulated without a click in between.`,
      },
    },
    permission: 'view_kb_stats',
    returns: SEARCH_STATISTICS,
    async handler(request) {
      const query = { ...listQuery(kb, request), report: request.args.report };
      const { statistics: found, total } = await statistics.searches(query);
      return servePage('search', found, SEARCH_COLUMNS, searchRows(found), request, total);
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/stats/categories',
    summary: 'List categories by usage of their articles',
    operationId: 'listCategoryStatistics',
    tags: TAGS,
    args: { ...LIST_ARGS, orderby: { type: 'string', enum: CATEGORY_ORDERS, default: 'views' } },
    permission: 'view_kb_stats',
    returns: CATEGORY_STATISTICS,
    async handler(request) {
      const { rows, total } = await statistics.categories(listQuery(kb, request));
      return servePage('categories', rows, CATEGORY_COLUMNS, rows, request, total);
    },
  });
}

type ListArgs<OrderBy extends string> = Omit<ListQuery<OrderBy>, 'limit' | 'offset' | 'viewer'> & PageRequest['args'];

/** Maximum number of rows in a complete table. */
const WHOLE_TABLE = 10_000;

interface PageRequest {
  readonly query: RestRequest['query'];
  readonly args: { readonly page: number; readonly per_page: number; readonly format: 'json' | 'csv' };
}

/** CSV returns the complete table unless a page is requested. */
function pageIn({ query, args }: PageRequest): { readonly page: number; readonly per_page: number } {
  const isWhole = args.format === 'csv' && query.page === undefined && query.per_page === undefined;
  return isWhole ? { page: 1, per_page: WHOLE_TABLE } : { page: args.page, per_page: args.per_page };
}

/** Builds the list query. @throws HostError 404 `vendor_kb_category_not_found` */
function listQuery<OrderBy extends string>(
  kb: KnowledgeBase,
  request: Reader & PageRequest & { readonly args: ListArgs<OrderBy> },
): ListQuery<OrderBy> {
  const { args } = request;
  if (args.category !== undefined && !kb.categories.tree().get(args.category)) throw categoryNotFound(args.category);
  return {
    ...args,
    viewer: kb.access.viewerOf(request),
    limit: pageIn(request).per_page,
    offset: offsetOf(pageIn(request)),
    locale: args.locale?.toLowerCase(),
  };
}

async function servePage(
  name: string,
  data: unknown,
  columns: readonly string[],
  rows: readonly object[],
  request: PageRequest,
  total: number,
): Promise<RestResponse> {
  const info = pageOf(pageIn(request), total);
  // Rejects a page past the end, in every format.
  const paged = paginate(data, info, 'vendor_kb_invalid_page');
  return request.args.format === 'csv' ? { ...paged, ...asCsv(name, rows, columns) } : paged;
}

function asCsv(name: string, rows: readonly object[], columns: readonly string[]): RestResponse {
  const text = toCsv(rows as readonly Record<string, unknown>[], columns);
  return respond(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="knowledge-base-${name}.csv"`,
    },
  });
}
