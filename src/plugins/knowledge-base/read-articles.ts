import { type CompiledQuery, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../index.js';
import { ARTICLE_COLUMNS, type Article, FIGURE_COLUMNS, POST_COLUMNS } from './article.js';
import type { ArticleMemory, ArticleState } from './article-memory.js';

/** Where articles are read from: `kb` is one. */
export interface ArticleSource {
  readonly db: Database;
  readonly memory: ArticleMemory;
}

/** Articles and the posts that they are. */
export const articlesIn = (db: Database) =>
  db.query.selectFrom('kb_articles').innerJoin('posts', 'posts.id', 'kb_articles.id');

/** The same with what was counted of them. */
export const countedIn = (db: Database) =>
  articlesIn(db).leftJoin('kb_article_figures', 'kb_article_figures.article_id', 'kb_articles.id');

/** A query of these, whatever it reads. */
export type CountedQuery =
  ReturnType<typeof countedIn> extends SelectQueryBuilder<infer Base, infer From, unknown>
    ? SelectQueryBuilder<Base, From, object>
    : never;

/** As characters, since texts of several collations cannot be put into one. */
const STATE_COLUMNS = [...POST_COLUMNS, ...ARTICLE_COLUMNS, ...FIGURE_COLUMNS].map((name) => `cast(${name} as char)`);

/**
 * All that an article is read from but its texts, as one text, which drivers do not parse: every save changes something
 * in it. It is one column because columns are what reading takes longest for, in both drivers.
 */
const STATE = sql<string>`cast(json_array(${sql.raw(STATE_COLUMNS.join(', '))}) as char)`.as('state');

const states = (query: CountedQuery) => query.select(['posts.id', STATE]);

const whole = (query: CountedQuery) => query.selectAll('posts').select([...ARTICLE_COLUMNS, ...FIGURE_COLUMNS, STATE]);

/**
 * Articles to be shown: those that `narrow` leaves, in its order. Whoever wants to change one locks it.
 * @param ids theirs, where they are known
 */
export function readArticles(
  { db, memory }: ArticleSource,
  narrow: (query: CountedQuery) => CountedQuery,
  ids?: readonly number[],
): Promise<Article[]> {
  const query = () => narrow(countedIn(db));
  return memory.read(
    () => states(query()).execute(),
    () => whole(query()).execute(),
    ids,
  );
}

/** Those of `ids` that `narrow` leaves, in their order; unknown ones are left out. */
export async function readInOrder(
  source: ArticleSource,
  ids: readonly number[],
  narrow: (query: CountedQuery) => CountedQuery = (query) => query,
): Promise<Article[]> {
  if (ids.length === 0) return [];
  const articles = await readArticles(source, (query) => narrow(query.where('posts.id', 'in', [...ids])), ids);
  const byId = new Map(articles.map((article) => [article.id, article]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reads one article: it is asked for most, and a statement takes as long to put together as to run. */
export function createReadOne({ db, memory }: ArticleSource): (id: number) => Promise<Article | null> {
  const one = (id: number) => countedIn(db).where('kb_articles.id', '=', id);
  let prepared: CompiledQuery<ArticleState> | undefined;

  async function stateOf(id: number): Promise<ArticleState[]> {
    prepared ??= states(one(id)).compile();
    return (await db.query.executeQuery<ArticleState>({ ...prepared, parameters: [id] })).rows;
  }

  return async (id) => {
    const [article] = await memory.read(
      () => stateOf(id),
      () => whole(one(id)).execute(),
      [id],
    );
    return article ?? null;
  };
}
