import type { ExpressionBuilder } from 'kysely';
import { type ContentFormat, type Database, type Tables, utc } from '../../index.js';
import type { Visibility } from './access/visibility.js';
import { visibleTo } from './access/visible-articles.js';
import { ARTICLE_COLUMNS, type Article, type ArticleStatus, FIGURE_COLUMNS, toShownArticle } from './article.js';
import { tagKey } from './article-edit.js';
import { containsWord } from './contains-word.js';

/** What a list of articles is narrowed and ordered by. Filters apply before counting. */
export interface ArticleFilter {
  /** Whose list it is: what is closed to them is neither listed nor counted. */
  visibility: Visibility;
  statuses: readonly ArticleStatus[];
  /** Of this author also those in these states. */
  own?: { readonly author: number; readonly statuses: readonly ArticleStatus[] };
  /** In one of these, primary or not. */
  categories?: readonly number[] | undefined;
  notCategories?: readonly number[] | undefined;
  tag?: string | undefined;
  author?: number | undefined;
  locale?: string | undefined;
  sticky?: boolean | undefined;
  /** Words that title or text contain, all of them. */
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
  modifiedAfter?: Date | undefined;
  format?: ContentFormat | undefined;
  /** Whether nobody vouches for it any more. */
  stale?: boolean | undefined;
  /** The date where the site is, which `stale` goes by. */
  today?: string | undefined;
}

/** The part of it that says what is wanted, not what may be seen. */
export type ListFilter = Omit<ArticleFilter, 'visibility' | 'statuses' | 'own' | 'author' | 'today'>;

export interface ArticleOrder {
  by: 'date' | 'modified' | 'title' | 'order' | 'views' | 'rating';
  direction: 'asc' | 'desc';
}

export interface ArticlePage {
  articles: Article[];
  /** On all pages. */
  total: number;
}

const ORDER_COLUMNS = {
  date: 'posts.created_at',
  modified: 'posts.modified_at',
  title: 'posts.title',
  order: 'posts.menu_order',
  views: 'kb_article_figures.views',
  rating: 'kb_article_figures.score_milli',
} as const;

/** One page of the articles that pass the filter, and how many there are. */
export async function findArticles(
  db: Database,
  filter: ArticleFilter,
  order: ArticleOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<ArticlePage> {
  const counting = filtered(db, filter).select((eb) => eb.fn.countAll<number>().as('total'));
  const [count, articles] = await Promise.all([
    counting.executeTakeFirst(),
    listArticles(db, filter, order, { limit, offset }),
  ]);
  return { articles, total: Number(count?.total ?? 0) };
}

/**
 * One page of the articles among `ranked` that pass the filter, in that order.
 * @param ranked ids, the best first
 */
export async function findRanked(
  db: Database,
  filter: ArticleFilter,
  ranked: readonly number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<ArticlePage> {
  const rows = await filtered(db, { ...filter, include: ranked })
    .select('posts.id')
    .execute();
  const passing = new Set(rows.map(({ id }) => id));
  const page = ranked.filter((id) => passing.has(id)).slice(offset, offset + limit);
  const order = new Map(page.map((id, place) => [id, place]));
  const articles =
    page.length === 0
      ? []
      : await listArticles(db, { ...filter, include: page }, { by: 'order', direction: 'asc' }, { limit: page.length });
  const placeOf = ({ id }: Article): number => order.get(id) ?? 0;
  return { articles: articles.sort((one, other) => placeOf(one) - placeOf(other)), total: passing.size };
}

/** A page of a list without the number of all, which takes a statement of its own. */
export async function listArticles(
  db: Database,
  filter: ArticleFilter,
  order: ArticleOrder,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Article[]> {
  const rows = await filtered(db, filter)
    .selectAll('posts')
    .select(ARTICLE_COLUMNS)
    .leftJoin('kb_article_figures', 'kb_article_figures.article_id', 'kb_articles.id')
    .select(FIGURE_COLUMNS)
    // What nothing was counted of has no row there, which both databases take for less than everything.
    .orderBy(ORDER_COLUMNS[order.by], order.direction)
    .orderBy('posts.id', order.direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toShownArticle);
}

function isStaleAt(today: string, stale: boolean) {
  return (eb: ExpressionBuilder<Tables, 'kb_articles'>) =>
    stale
      ? eb('kb_articles.review_by', '<', today)
      : eb.or([eb('kb_articles.review_by', 'is', null), eb('kb_articles.review_by', '>=', today)]);
}

function isInState({ statuses, own }: Pick<ArticleFilter, 'statuses' | 'own'>) {
  return (eb: ExpressionBuilder<Tables, 'posts'>) => {
    const isOne = eb('posts.status', 'in', [...statuses, '']);
    if (!own) return isOne;
    const isOwn = eb('posts.author_id', '=', own.author);
    return eb.or([isOne, eb.and([isOwn, eb('posts.status', 'in', [...own.statuses])])]);
  };
}

function filtered(db: Database, filter: ArticleFilter) {
  const { categories, notCategories, tag, author, locale, sticky, search, include, exclude } = filter;
  let query = db.query.selectFrom('kb_articles').innerJoin('posts', 'posts.id', 'kb_articles.id');
  query = query.where(isInState(filter));
  if (filter.visibility.closed) query = query.where(visibleTo(filter.visibility.closed));
  const inCategories = (ids: readonly number[]) =>
    db.query
      .selectFrom('post_terms')
      .select('post_id')
      .where('term_id', 'in', [...ids, 0]);
  if (categories) query = query.where('posts.id', 'in', inCategories(categories));
  if (notCategories) query = query.where('posts.id', 'not in', inCategories(notCategories));
  if (tag !== undefined) {
    query = query.where(
      'posts.id',
      'in',
      db.query.selectFrom('kb_article_tags').select('article_id').where('tag', '=', tagKey(tag)),
    );
  }
  if (author !== undefined) query = query.where('posts.author_id', '=', author);
  if (locale !== undefined) query = query.where('kb_articles.locale', '=', locale.toLowerCase());
  if (sticky !== undefined) query = query.where('kb_articles.sticky', '=', sticky ? 1 : 0);
  if (include) query = query.where('posts.id', 'in', [...include, 0]);
  if (exclude && exclude.length > 0) query = query.where('posts.id', 'not in', [...exclude]);
  if (filter.after) query = query.where('posts.created_at', '>', utc.encode(filter.after));
  if (filter.before) query = query.where('posts.created_at', '<', utc.encode(filter.before));
  if (filter.modifiedAfter) query = query.where('posts.modified_at', '>', utc.encode(filter.modifiedAfter));
  if (filter.format) query = query.where('posts.content_format', '=', filter.format);
  if (filter.stale !== undefined) query = query.where(isStaleAt(filter.today ?? '', filter.stale));
  for (const word of search?.split(/\s+/).filter((text) => text !== '') ?? []) query = query.where(containsWord(word));
  return query;
}
