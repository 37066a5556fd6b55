import { type AdminRequest, type ListTableData, listQuery, listTable } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { ARTICLE_ORDERS } from '../../../content/statistics/article-table.js';
import { CATEGORY_ORDERS } from '../../../content/statistics/category-table.js';
import type { StatisticsRequest } from './statistics-request.js';

/** Lists the articles with activity, most viewed first. */
export async function articlesTable(
  kb: KnowledgeBase,
  request: AdminRequest,
  { report, ...narrowed }: StatisticsRequest,
  { text, number, date, locale }: Strings,
): Promise<ListTableData> {
  const query = listQuery(request, { sortable: ARTICLE_ORDERS, defaultDirection: 'desc' });
  const { rows, total } = await kb.statistics.articles({
    ...report,
    ...narrowed,
    viewer: kb.access.viewerOf(request),
    orderby: query.orderBy ?? undefined,
    order: query.direction,
    limit: query.perPage,
    offset: (query.page - 1) * query.perPage,
  });
  const trend = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const orNone = (value: number | null, show: (value: number) => string): string =>
    value === null ? '–' : show(value);
  const sorted = (name: string, label: string) => ({ name, label: text(label), sortable: true, numeric: true });
  return listTable(request, query, {
    caption: text('figures.articles'),
    columns: [
      { name: 'article', label: text('figures.article') },
      sorted('views', 'figures.views'),
      { name: 'trend', label: text('figures.trend'), numeric: true },
      sorted('visitors', 'figures.visitors'),
      sorted('avg_rating', 'figures.average'),
      sorted('helpful_percent', 'figures.helpful'),
      sorted('feedback', 'figures.feedback'),
      sorted('downloads', 'figures.downloads'),
      sorted('search_clicks', 'figures.clicks'),
      { name: 'last_viewed', label: text('figures.last'), sortable: true },
    ],
    rows: rows.map((row) => ({
      id: row.article.id,
      label: row.article.title,
      cells: {
        article: { text: row.article.title, link: row.article.link },
        views: number(row.views),
        trend: orNone(row.trend, (value) => trend.format(value / 100)),
        visitors: number(row.visitors),
        avg_rating: orNone(row.avg_rating, number),
        helpful_percent: orNone(row.helpful_percent, (value) => percent.format(value / 100)),
        feedback: number(row.feedback),
        downloads: number(row.downloads),
        search_clicks: number(row.search_clicks),
        last_viewed: row.last_viewed === null ? '–' : date(new Date(row.last_viewed)),
      },
    })),
    total,
    empty: { text: text('figures.none') },
  });
}

/** Lists the categories with the activity of their articles. */
export async function categoriesTable(
  kb: KnowledgeBase,
  request: AdminRequest,
  { report, ...narrowed }: StatisticsRequest,
  { text, number }: Strings,
): Promise<ListTableData> {
  const query = listQuery(request, { sortable: CATEGORY_ORDERS, defaultDirection: 'desc' });
  const { rows, total } = await kb.statistics.categories({
    ...report,
    ...narrowed,
    viewer: kb.access.viewerOf(request),
    orderby: query.orderBy ?? undefined,
    order: query.direction,
    limit: query.perPage,
    offset: (query.page - 1) * query.perPage,
  });
  const columns = [
    ['articles', 'figures.articles'],
    ['views', 'figures.views'],
    ['visitors', 'figures.visitors'],
    ['avg_rating', 'figures.average'],
    ['zero_result_searches', 'figures.zero-results'],
  ] as const;
  const sortable: readonly string[] = CATEGORY_ORDERS;
  return listTable(request, query, {
    caption: text('figures.categories'),
    columns: [
      { name: 'category', label: text('figures.category') },
      ...columns.map(([name, label]) => ({
        name,
        label: text(label),
        numeric: true,
        sortable: sortable.includes(name),
      })),
    ],
    rows: rows.map(({ category, avg_rating, ...counts }) => ({
      id: category.id,
      label: category.name,
      cells: {
        category: { text: category.name, link: category.link },
        articles: number(counts.articles),
        views: number(counts.views),
        visitors: number(counts.visitors),
        avg_rating: avg_rating === null ? '–' : number(avg_rating),
        zero_result_searches: number(counts.zero_result_searches),
      },
    })),
    total,
    empty: { text: text('figures.none') },
  });
}
