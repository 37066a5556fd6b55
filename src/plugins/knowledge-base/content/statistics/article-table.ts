import type { Expression } from 'kysely';
import type { Calendar } from '../../../../calendar.js';
import { type Database, utc } from '../../../../database.js';
import type { KbAccess } from '../../domain/access/access.js';
import type { Visibility } from '../../domain/access/visibility.js';
import { visibleTo } from '../../domain/access/visible-articles.js';
import { POST_TYPE } from '../../domain/articles/article.js';
import type { Articles } from '../../domain/articles/articles.js';
import type { Categories } from '../../domain/categories/categories.js';
import type { Permalinks } from '../../domain/links/permalinks.js';
import type { Navigation } from '../views/navigation.js';
import { type ArticleColumn, type ArticleFilter, articleSums } from './article-sums.js';
import { average, change, percent } from './ratios.js';
import type { ListQuery } from './report-query.js';
import type { Span } from './spans.js';
import { spansOf } from './spans-of.js';

export const ARTICLE_ORDERS = [
  'views',
  'visitors',
  'avg_rating',
  'helpful_percent',
  'feedback',
  'downloads',
  'search_clicks',
  'exit_after_search',
  'last_viewed',
] as const;
export type ArticleOrderBy = (typeof ARTICLE_ORDERS)[number];

/** Usage of one article. */
export interface ArticleStatistics {
  article: { id: number; title: string; link: string };
  views: number;
  visitors: number;
  avg_rating: number | null;
  helpful_percent: number | null;
  feedback: number;
  downloads: number;
  /** Number of clicks on the article in search results. */
  search_clicks: number;
  /** Number of those clicks that were the visitor's last action of the day; null in another time zone. */
  exit_after_search: number | null;
  /** Last view of all time, not limited to the period. */
  last_viewed: string | null;
  /** Change of views in percent. */
  trend: number | null;
}

const COLUMNS = {
  views: 'sums.views',
  visitors: 'sums.visitors',
  feedback: 'sums.feedback',
  downloads: 'sums.downloads',
  search_clicks: 'sums.search_clicks',
  exit_after_search: 'sums.exits',
  last_viewed: 'figures.last_viewed_at',
} as const;

/** Columns needed to sort all articles by an order. */
const WEIGHED: Readonly<Record<ArticleOrderBy, readonly ArticleColumn[]>> = {
  views: ['views'],
  visitors: ['visitors'],
  avg_rating: ['rating_sum', 'ratings'],
  helpful_percent: ['helpful_yes', 'helpful_no'],
  feedback: ['feedback'],
  downloads: ['downloads'],
  search_clicks: ['search_clicks'],
  exit_after_search: ['exits'],
  last_viewed: ['views'],
};

export interface TableParts {
  readonly db: Database;
  readonly access: Pick<KbAccess, 'visibility'>;
  readonly site: Calendar;
  readonly articles: Pick<Articles, 'getMany'>;
  readonly categories: Pick<Categories, 'tree'>;
  readonly navigation: Pick<Navigation, 'counts'>;
  readonly permalinks: Pick<Permalinks, 'articleUrl' | 'categoryUrl'>;
}

/** Page of a list and the total number of rows. */
export interface Table<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/**
 * Lists the public articles with any activity in a period, most viewed first.
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export async function articleTable(
  { db, site, access, articles, categories, permalinks }: TableParts,
  query: ListQuery<ArticleOrderBy>,
  now: Date,
): Promise<Table<ArticleStatistics>> {
  const { span, compared } = await spansOf(db, site, query, now);
  const within = query.category === undefined ? undefined : categories.tree().subtree(query.category);
  const by = query.orderby ?? 'views';
  const found = countedArticles(db, span, WEIGHED[by], {
    visibility: await access.visibility(query.viewer),
    locale: query.locale,
    categories: within,
  });
  const page = await found
    .leftJoin('kb_article_figures as figures', 'figures.article_id', 'sums.article_id')
    .select(['sums.article_id', 'figures.last_viewed_at', ({ fn }) => fn.countAll<number>().over().as('total')])
    .orderBy((eb) => {
      const share = (part: 'rating_sum' | 'helpful_yes', whole: Expression<number>) =>
        eb
          .case()
          .when(whole, '=', 0)
          .then(-1)
          .else(eb(eb(`sums.${part}`, '*', 1000), '/', whole))
          .end();
      if (by === 'avg_rating') return share('rating_sum', eb.ref('sums.ratings'));
      if (by === 'helpful_percent') return share('helpful_yes', eb('sums.helpful_yes', '+', eb.ref('sums.helpful_no')));
      return eb.ref(COLUMNS[by]);
    }, query.order ?? 'desc')
    .orderBy('sums.article_id')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const ids = page.map((row) => row.article_id);
  const [pageRows, sums, before] = await Promise.all([
    articles.getMany(ids),
    sumsOf(db, span, { ids, locale: query.locale }),
    viewsOf(db, compared?.span ?? null, ids),
  ]);
  const byId = new Map(pageRows.map((article) => [article.id, article]));
  const rows = page.flatMap(({ article_id, last_viewed_at }) => {
    const article = byId.get(article_id);
    const row = sums.get(article_id);
    if (!article || !row) return [];
    const views = Number(row.views);
    return [
      {
        article: { id: article.id, title: article.title, link: permalinks.articleUrl(article) },
        views,
        visitors: Number(row.visitors),
        avg_rating: average(Number(row.rating_sum), Number(row.ratings)),
        helpful_percent: percent(Number(row.helpful_yes), Number(row.helpful_no)),
        feedback: Number(row.feedback),
        downloads: Number(row.downloads),
        search_clicks: Number(row.search_clicks),
        exit_after_search: row.exits === null ? null : Number(row.exits),
        last_viewed: last_viewed_at === null ? null : utc.decode(last_viewed_at).toISOString(),
        trend: change(views, before.get(article.id) ?? null),
      },
    ];
  });
  const total = page[0] ? Number(page[0].total) : query.offset === 0 ? 0 : await countAll(found);
  return { rows, total };
}

type CountedArticles = ReturnType<typeof countedArticles>;

interface CountedFilter {
  readonly visibility: Visibility;
  readonly locale: string | undefined;
  readonly categories: readonly number[] | undefined;
}

/** Sums for existing public articles that the viewer may read. */
function countedArticles(
  db: Database,
  span: Span,
  columns: readonly ArticleColumn[],
  { visibility, locale, categories }: CountedFilter,
) {
  let found = db.query
    .selectFrom(articleSums(db, span, { locale }, columns).as('sums'))
    .innerJoin('posts', 'posts.id', 'sums.article_id')
    .innerJoin('kb_articles', 'kb_articles.id', 'sums.article_id')
    .where('posts.type', '=', POST_TYPE)
    .where('posts.status', 'in', ['publish', 'archived']);
  if (visibility.closed) found = found.where(visibleTo(visibility.closed));
  if (!categories) return found;
  return found.where('sums.article_id', 'in', (eb) =>
    eb
      .selectFrom('post_terms')
      .select('post_id')
      .where('term_id', 'in', [...categories, 0]),
  );
}

async function countAll(found: CountedArticles): Promise<number> {
  const row = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
  return Number(row?.total ?? 0);
}

async function sumsOf(db: Database, span: Span, filter: ArticleFilter & { readonly ids: readonly number[] }) {
  const rows = filter.ids.length === 0 ? [] : await articleSums(db, span, filter).execute();
  return new Map(rows.map((row) => [row.article_id, row]));
}

async function viewsOf(db: Database, span: Span | null, ids: readonly number[]): Promise<Map<number, number>> {
  if (span === null || ids.length === 0) return new Map();
  const rows = await articleSums(db, span, { ids }, ['views']).execute();
  return new Map(rows.map((row) => [row.article_id, Number(row.views)]));
}
