import { type Database, utc } from '../../index.js';
import type { Visibility } from './access/visibility.js';
import { visibleTo } from './access/visible-articles.js';
import { ARTICLE_COLUMNS, type Article, type ArticleStatus, toArticle } from './article.js';
import { tagKey } from './article-edit.js';
import { containsWord } from './contains-word.js';

/** What a list of articles is narrowed and ordered by. Filters apply before counting. */
export interface ArticleFilter {
  /** Whose list it is: what is closed to them is neither listed nor counted. */
  visibility: Visibility;
  statuses: readonly ArticleStatus[];
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
}

export interface ArticleOrder {
  by: 'date' | 'modified' | 'title' | 'order';
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

/** The same without the number of all, which takes a statement of its own. */
export async function listArticles(
  db: Database,
  filter: ArticleFilter,
  order: ArticleOrder,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Article[]> {
  const rows = await filtered(db, filter)
    .selectAll('posts')
    .select(ARTICLE_COLUMNS)
    .orderBy(ORDER_COLUMNS[order.by], order.direction)
    .orderBy('posts.id', order.direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toArticle);
}

function filtered(db: Database, filter: ArticleFilter) {
  const { categories, notCategories, tag, author, locale, sticky, search, include, exclude } = filter;
  let query = db.query.selectFrom('kb_articles').innerJoin('posts', 'posts.id', 'kb_articles.id');
  query = query.where('posts.status', 'in', [...filter.statuses]);
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
  for (const word of search?.split(/\s+/).filter((text) => text !== '') ?? []) query = query.where(containsWord(word));
  return query;
}
