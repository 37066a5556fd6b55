import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { type ContentFormat, type Database, type Tables, utc } from '../../index.js';
import type { Visibility } from './access/visibility.js';
import { visibleTo } from './access/visible-articles.js';
import type { Article, ArticleStatus } from './article.js';
import { tagKey } from './article-edit.js';
import { containsWord, type SearchedColumn } from './contains-word.js';
import { type ArticleSource, articlesIn, countedIn, readInOrder } from './read-articles.js';

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
  /** With at least one of these. */
  tags?: readonly string[] | undefined;
  author?: number | undefined;
  locale?: string | undefined;
  sticky?: boolean | undefined;
  /** Words that title or text contain, all of them. */
  search?: string | undefined;
  /** Where they are looked for; by default in both. */
  searchColumns?: readonly SearchedColumn[] | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
  modifiedAfter?: Date | undefined;
  format?: ContentFormat | undefined;
  /** Whether nobody vouches for it any more. */
  stale?: boolean | undefined;
  /** Those that somebody vouched for until this day or a later one, `YYYY-MM-DD`. */
  reviewFrom?: string | undefined;
  /** The date where the site is, which `stale` goes by. */
  today?: string | undefined;
}

/** The part of it that says what is wanted, not what may be seen. */
export type ListFilter = Omit<ArticleFilter, 'visibility' | 'statuses' | 'own' | 'author' | 'today' | 'reviewFrom'>;

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
  source: ArticleSource,
  filter: ArticleFilter,
  order: ArticleOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<ArticlePage> {
  const wanted = passes(filter);
  // The number comes along with each of the ids: one statement less.
  const page = await idsInOrder(source.db, wanted, order, { limit, offset })
    .select(numberOf(source.db, wanted).as('total'))
    .execute();
  const articles = await readPage(source, page, wanted);
  if (page[0]) return { articles, total: Number(page[0].total) };
  return { articles, total: offset === 0 ? 0 : await countArticles(source, filter) };
}

/** How many articles pass the filter. */
export async function countArticles({ db }: Pick<ArticleSource, 'db'>, filter: ArticleFilter): Promise<number> {
  const row = await numberOf(db, passes(filter)).executeTakeFirst();
  return Number(row?.total ?? 0);
}

const numberOf = (db: Database, wanted: Expression<SqlBool>) =>
  articlesIn(db)
    .where(wanted)
    .select((eb) => eb.fn.countAll<number>().as('total'));

/**
 * One page of the articles among `ranked` that pass the filter, in that order.
 * @param ranked ids, the best first
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

/** A page of a list without the number of all, which takes a statement of its own. */
export async function listArticles(
  source: ArticleSource,
  filter: ArticleFilter,
  order: ArticleOrder,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Article[]> {
  const wanted = passes(filter);
  return readPage(source, await idsInOrder(source.db, wanted, order, { limit, offset }).execute(), wanted);
}

/** Databases sort all that passes with whatever is read of it, so that first only the ids are. */
const idsInOrder = (
  db: Database,
  wanted: Expression<SqlBool>,
  { by, direction }: ArticleOrder,
  { limit, offset }: { limit: number; offset: number },
) =>
  countedIn(db)
    .where(wanted)
    .select('posts.id')
    // What nothing was counted of has no row there, which both databases take for less than everything.
    .orderBy(ORDER_COLUMNS[by], direction)
    .orderBy('posts.id', direction)
    .limit(limit)
    .offset(offset);

/** What does not pass any more, a moment later, is left out. */
function readPage(
  source: ArticleSource,
  page: readonly { readonly id: number }[],
  wanted: Expression<SqlBool>,
): Promise<Article[]> {
  return readInOrder(
    source,
    page.map(({ id }) => id),
    (query) => query.where(wanted),
  );
}

/** In one of the states, or one's own in one of those that are for oneself. */
function isInState({ statuses, own }: Pick<ArticleFilter, 'statuses' | 'own'>): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  const ways: Expression<SqlBool>[] = statuses.length === 0 ? [] : [eb('posts.status', 'in', [...statuses])];
  if (own) ways.push(eb.and([eb('posts.author_id', '=', own.author), eb('posts.status', 'in', [...own.statuses])]));
  return eb.or(ways);
}

/** A filter as a condition on `kb_articles` joined to `posts`. */
function passes(filter: ArticleFilter): Expression<SqlBool> {
  const { categories, notCategories, tag, tags, author, locale, sticky, search, include, exclude } = filter;
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
  if (author !== undefined) all.push(eb('posts.author_id', '=', author));
  if (locale !== undefined) all.push(eb('kb_articles.locale', '=', locale.toLowerCase()));
  if (sticky !== undefined) all.push(eb('kb_articles.sticky', '=', sticky ? 1 : 0));
  if (include) all.push(eb('posts.id', 'in', [...include, 0]));
  if (exclude && exclude.length > 0) all.push(eb('posts.id', 'not in', [...exclude]));
  if (filter.after) all.push(eb('posts.created_at', '>', utc.encode(filter.after)));
  if (filter.before) all.push(eb('posts.created_at', '<', utc.encode(filter.before)));
  if (filter.modifiedAfter) all.push(eb('posts.modified_at', '>', utc.encode(filter.modifiedAfter)));
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
