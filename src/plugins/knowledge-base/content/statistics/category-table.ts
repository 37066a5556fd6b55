import type { Database } from '../../../../database.js';
import type { Visibility } from '../../domain/access/visibility.js';
import { visibleIds } from '../../domain/access/visible-articles.js';
import { articleSums } from './article-sums.js';
import type { Table, TableParts } from './article-table.js';
import { zeroResultsByCategory } from './query-sums.js';
import { average } from './ratios.js';
import type { ListQuery } from './report-query.js';
import type { Span } from './spans.js';
import { spansOf } from './spans-of.js';

export const CATEGORY_ORDERS = ['views', 'visitors', 'articles', 'avg_rating', 'zero_result_searches', 'name'] as const;
export type CategoryOrderBy = (typeof CATEGORY_ORDERS)[number];

/** Usage of the articles directly in a category, as currently assigned. */
export interface CategoryStatistics {
  category: { id: number; name: string; link: string };
  /** Number of published articles. */
  articles: number;
  views: number;
  /** Sum of the visitors of each article: a visitor who reads two articles counts twice. */
  visitors: number;
  avg_rating: number | null;
  /** Searches limited to this category that found nothing. */
  zero_result_searches: number;
}

/**
 * Lists all categories, most viewed first.
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export async function categoryTable(
  { db, site, access, categories, navigation, permalinks }: TableParts,
  query: ListQuery<CategoryOrderBy>,
  now: Date,
): Promise<Table<CategoryStatistics>> {
  const { span } = await spansOf(db, site, query, now);
  const visibility = await access.visibility(query.viewer);
  const [counts, used, failed] = await Promise.all([
    navigation.counts(visibility),
    usedCategories(db, span, visibility),
    zeroResultsByCategory(db, span),
  ]);
  const tree = categories.tree();
  const within = query.category === undefined ? null : new Set(tree.subtree(query.category));
  const rows = tree
    .all()
    .filter(({ id }) => visibility.admitsCategory(id))
    .filter(({ id, locale }) => (within?.has(id) ?? true) && (query.locale === undefined || query.locale === locale))
    .map((category) => {
      const { id, name } = category;
      const { views = 0, visitors = 0, ratings = 0, ratingSum = 0 } = used.get(id) ?? {};
      return {
        category: { id, name, link: permalinks.categoryUrl(category) },
        articles: counts.get(id) ?? 0,
        views,
        visitors,
        avg_rating: average(ratingSum, ratings),
        zero_result_searches: failed.get(id) ?? 0,
      };
    });
  const ordered = inOrder(rows, query.orderby ?? 'views', query.order);
  return { rows: ordered.slice(query.offset, query.offset + query.limit), total: rows.length };
}

interface CategoryUse {
  readonly views: number;
  readonly visitors: number;
  readonly ratings: number;
  readonly ratingSum: number;
}

async function usedCategories(db: Database, span: Span, { closed }: Visibility): Promise<Map<number, CategoryUse>> {
  const rows = await db.query
    .selectFrom(articleSums(db, span, {}, ['views', 'visitors', 'ratings', 'rating_sum']).as('sums'))
    .innerJoin('post_terms', 'post_terms.post_id', 'sums.article_id')
    .innerJoin('posts', 'posts.id', 'sums.article_id')
    .where('posts.status', 'in', ['publish', 'archived'])
    .$if(closed !== null, (found) => (closed ? found.where('sums.article_id', 'in', visibleIds(db, closed)) : found))
    .groupBy('post_terms.term_id')
    .select(['post_terms.term_id'])
    .select(({ fn }) => [
      fn.sum<number>('sums.views').as('views'),
      fn.sum<number>('sums.visitors').as('visitors'),
      fn.sum<number>('sums.ratings').as('ratings'),
      fn.sum<number>('sums.rating_sum').as('rating_sum'),
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.term_id,
      {
        views: Number(row.views),
        visitors: Number(row.visitors),
        ratings: Number(row.ratings),
        ratingSum: Number(row.rating_sum),
      },
    ]),
  );
}

function inOrder(
  rows: readonly CategoryStatistics[],
  by: CategoryOrderBy,
  order: 'asc' | 'desc' = by === 'name' ? 'asc' : 'desc',
): CategoryStatistics[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const difference =
      by === 'name'
        ? one.category.name.localeCompare(other.category.name)
        : (one[by] ?? Number.NEGATIVE_INFINITY) - (other[by] ?? Number.NEGATIVE_INFINITY);
    // Two unrated categories compare as NaN; treat them as equal.
    return sign * (Number.isNaN(difference) ? 0 : difference) || one.category.id - other.category.id;
  });
}
