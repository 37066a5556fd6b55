import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { ContentFormat } from '../../../../content.js';
import { type Database, utc } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import type { Visibility } from '../access/visibility.js';
import { visibleTo } from '../access/visible-articles.js';
import type { Article, ArticleStatus } from './article.js';
import { tagKey } from './article-edit.js';
import { containsWord, type SearchedColumn } from './contains-word.js';
import { type ArticleSource, articlesIn, countedIn, readInOrder } from './read-articles.js';

/** Filters and order of an article list. Filters apply before counting. */
export interface ArticleFilter {
  /** Visibility of the viewer. Closed articles are neither listed nor counted. */
  visibility: Visibility;
  statuses: readonly ArticleStatus[];
  /** Also includes this author's articles with these statuses. */
  own?: { readonly author: number; readonly statuses: readonly ArticleStatus[] };
  /** Matches articles in one of these categories, primary or not. */
  categories?: readonly number[] | undefined;
  notCategories?: readonly number[] | undefined;
  tag?: string | undefined;
  /** Matches articles with at least one of these tags. */
  tags?: readonly string[] | undefined;
  notTags?: readonly string[] | undefined;
  authors?: readonly number[] | undefined;
  notAuthors?: readonly number[] | undefined;
  slugs?: readonly string[] | undefined;
  locale?: string | undefined;
  sticky?: boolean | undefined;
  /** Words that the title or text must contain, all of them. */
  search?: string | undefined;
  /** Columns to search. Default: both. */
  searchColumns?: readonly SearchedColumn[] | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
  modifiedAfter?: Date | undefined;
  modifiedBefore?: Date | undefined;
  format?: ContentFormat | undefined;
  /** True matches stale articles, whose review date has passed. */
  stale?: boolean | undefined;
  /** Matches review dates on or after this day, `YYYY-MM-DD`. */
  reviewFrom?: string | undefined;
  /** Date in the site's time zone, used by `stale`. */
  today?: string | undefined;
}

/** Client-supplied part of the filter, without the visibility rules. */
export type ListFilter = Omit<ArticleFilter, 'visibility' | 'statuses' | 'own' | 'authors' | 'today' | 'reviewFrom'>;

export interface ArticleOrder {
  by: keyof typeof ORDER_COLUMNS;
  direction: 'asc' | 'desc';
}

export interface ArticlePage {
  articles: Article[];
  /** Number of articles on all pages. */
  total: number;
}

const ORDER_COLUMNS = {
  date: 'posts.created_at',
  modified: 'posts.modified_at',
  id: 'posts.id',
  title: 'posts.title',
  slug: 'posts.slug',
  author: 'posts.author_id',
  order: 'posts.menu_order',
  views: 'kb_article_figures.views',
  rating: 'kb_article_figures.score_milli',
} as const;

/** Finds one page of the articles that pass the filter, and their total number. */
export async function findArticles(
  source: ArticleSource,
  filter: ArticleFilter,
  order: ArticleOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<ArticlePage> {
  const condition = passes(filter);
  // The total is selected with each id, which saves a statement.
  const page = await idsInOrder(source.db, condition, order, { limit, offset })
    .select(numberOf(source.db, condition).as('total'))
    .execute();
  const articles = await readPage(source, page, condition);
  if (page[0]) return { articles, total: Number(page[0].total) };
  return { articles, total: offset === 0 ? 0 : await countArticles(source, filter) };
}

/** Counts the articles that pass the filter. */
export async function countArticles({ db }: Pick<ArticleSource, 'db'>, filter: ArticleFilter): Promise<number> {
  const row = await numberOf(db, passes(filter)).executeTakeFirst();
  return Number(row?.total ?? 0);
}

const numberOf = (db: Database, condition: Expression<SqlBool>) =>
  articlesIn(db)
    .where(condition)
    .select((eb) => eb.fn.countAll<number>().as('total'));

/**
 * Finds one page of the `ranked` articles that pass the filter, in that order.
 * @param ranked ids, best first
 */
export async function findRanked(
  source: ArticleSource,
  filter: ArticleFilter,
  ranked: readonly number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<ArticlePage> {
  const rows = await articlesIn(source.db)
    .where(passes({ ...filter, include: ranked }))
    .select('posts.id')
    .execute();
  const passing = new Set(rows.map(({ id }) => id));
  const page = ranked.filter((id) => passing.has(id)).slice(offset, offset + limit);
  const articles = await readInOrder(source, page, (query) => query.where(passes(filter)));
  return { articles, total: passing.size };
}

/** Lists one page without the total, which would need a statement of its own. */
export async function listArticles(
  source: ArticleSource,
  filter: ArticleFilter,
  order: ArticleOrder,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Article[]> {
  const condition = passes(filter);
  return readPage(source, await idsInOrder(source.db, condition, order, { limit, offset }).execute(), condition);
}

/** Selects only ids first: databases sort all matching rows with every selected column. */
const idsInOrder = (
  db: Database,
  condition: Expression<SqlBool>,
  { by, direction }: ArticleOrder,
  { limit, offset }: { limit: number; offset: number },
) =>
  countedIn(db)
    .where(condition)
    .select('posts.id')
    // Articles without counts have no row there. Both databases sort null below everything.
    .orderBy(ORDER_COLUMNS[by], direction)
    .orderBy('posts.id', direction)
    .limit(limit)
    .offset(offset);

/** Reads the articles of a page. Articles that no longer pass the filter are left out. */
function readPage(
  source: ArticleSource,
  page: readonly { readonly id: number }[],
  condition: Expression<SqlBool>,
): Promise<Article[]> {
  return readInOrder(
    source,
    page.map(({ id }) => id),
    (query) => query.where(condition),
  );
}

/** Matches articles with one of the statuses, or the author's own with one of the private statuses. */
function isInState({ statuses, own }: Pick<ArticleFilter, 'statuses' | 'own'>): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  const ways: Expression<SqlBool>[] = statuses.length === 0 ? [] : [eb('posts.status', 'in', [...statuses])];
  if (own) ways.push(eb.and([eb('posts.author_id', '=', own.author), eb('posts.status', 'in', [...own.statuses])]));
  return eb.or(ways);
}

/** Builds the filter's condition on `kb_articles` joined to `posts`. */
function passes(filter: ArticleFilter): Expression<SqlBool> {
  const { categories, notCategories, tag, tags, notTags, authors, notAuthors, slugs, locale } = filter;
  const { sticky, search, include, exclude } = filter;
  const eb = expressionBuilder<Tables, 'posts' | 'kb_articles'>();
  const all: Expression<SqlBool>[] = [isInState(filter)];
  if (filter.visibility.closed) all.push(visibleTo(filter.visibility.closed)(eb));
  const inCategories = (ids: readonly number[]) =>
    eb
      .selectFrom('post_terms')
      .select('post_id')
      .where('term_id', 'in', [...ids, 0]);
  if (categories) all.push(eb('posts.id', 'in', inCategories(categories)));
  if (notCategories) all.push(eb('posts.id', 'not in', inCategories(notCategories)));
  const tagged = (keys: readonly string[]) =>
    eb
      .selectFrom('kb_article_tags')
      .select('article_id')
      .where('tag', 'in', [...keys]);
  if (tag !== undefined) all.push(eb('posts.id', 'in', tagged([tagKey(tag)])));
  if (tags && tags.length > 0) all.push(eb('posts.id', 'in', tagged(tags.map(tagKey))));
  if (notTags && notTags.length > 0) all.push(eb('posts.id', 'not in', tagged(notTags.map(tagKey))));
  if (authors && authors.length > 0) all.push(eb('posts.author_id', 'in', [...authors]));
  if (notAuthors && notAuthors.length > 0) all.push(eb('posts.author_id', 'not in', [...notAuthors]));
  if (slugs && slugs.length > 0) all.push(eb('posts.slug', 'in', [...slugs]));
  if (locale !== undefined) all.push(eb('kb_articles.locale', '=', locale.toLowerCase()));
  if (sticky !== undefined) all.push(eb('kb_articles.sticky', '=', sticky ? 1 : 0));
  if (include) all.push(eb('posts.id', 'in', [...include, 0]));
  if (exclude && exclude.length > 0) all.push(eb('posts.id', 'not in', [...exclude]));
  if (filter.after) all.push(eb('posts.created_at', '>', utc.encode(filter.after)));
  if (filter.before) all.push(eb('posts.created_at', '<', utc.encode(filter.before)));
  if (filter.modifiedAfter) all.push(eb('posts.modified_at', '>', utc.encode(filter.modifiedAfter)));
  if (filter.modifiedBefore) all.push(eb('posts.modified_at', '<', utc.encode(filter.modifiedBefore)));
  if (filter.format) all.push(eb('posts.content_format', '=', filter.format));
  if (filter.stale !== undefined) {
    const today = filter.today ?? '';
    all.push(
      filter.stale
        ? eb('kb_articles.review_by', '<', today)
        : eb.or([eb('kb_articles.review_by', 'is', null), eb('kb_articles.review_by', '>=', today)]),
    );
  }
  if (filter.reviewFrom !== undefined) all.push(eb('kb_articles.review_by', '>=', filter.reviewFrom));
  for (const word of search?.split(/\s+/).filter((text) => text !== '') ?? []) {
    all.push(containsWord(word, filter.searchColumns)(eb));
  }
  return eb.and(all);
}
