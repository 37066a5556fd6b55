import { type CompiledQuery, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../../../database.js';
import { ARTICLE_COLUMNS, type Article, FIGURE_COLUMNS, POST_COLUMNS } from './article.js';
import type { ArticleMemory, ArticleState } from './article-memory.js';

/** Source that articles are read from, such as `kb`. */
export interface ArticleSource {
  readonly db: Database;
  readonly memory: ArticleMemory;
}

/** Joins articles with their posts. */
export const articlesIn = (db: Database) =>
  db.query.selectFrom('kb_articles').innerJoin('posts', 'posts.id', 'kb_articles.id');

/** Joins articles with their counts. */
export const countedIn = (db: Database) =>
  articlesIn(db).leftJoin('kb_article_figures', 'kb_article_figures.article_id', 'kb_articles.id');

/** A query on these tables with any selection. */
export type CountedQuery =
  ReturnType<typeof countedIn> extends SelectQueryBuilder<infer Base, infer From, unknown>
    ? SelectQueryBuilder<Base, From, object>
    : never;

/** Cast to char, since texts of several collations cannot be combined. */
const STATE_COLUMNS = [...POST_COLUMNS, ...ARTICLE_COLUMNS, ...FIGURE_COLUMNS].map(
  (name) => sql`cast(${sql.ref(name)} as char)`,
);

/**
 * All columns except texts as a single string. Every save changes it.
 * A single unparsed column, because reading columns is the slowest part in both drivers.
 */
const STATE = sql<string>`cast(json_array(${sql.join(STATE_COLUMNS)}) as char)`.as('state');

const states = (query: CountedQuery) => query.select(['posts.id', STATE]);

const whole = (query: CountedQuery) => query.selectAll('posts').select([...ARTICLE_COLUMNS, ...FIGURE_COLUMNS, STATE]);

/**
 * Reads articles for display: those that `narrow` selects, in its order. Lock an article to change it.
 * @param ids ids of the articles, if known
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

/** Reads the articles of `ids` that `narrow` selects, in their order. Unknown ids are left out. */
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

/** Reads one article, the most frequent query. Prepared once, since building it takes as long as running it. */
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
