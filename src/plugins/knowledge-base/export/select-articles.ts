import { utc } from '../../../index.js';
import type { Article, ArticleStatus } from '../article.js';
import type { JsonSource } from '../json/source.js';
import type { KnowledgeBase } from '../knowledge-base.js';

export interface ExportSelection {
  /** Of the articles; the trash is never exported unless it is asked for. */
  readonly statuses: readonly ArticleStatus[];
  /** With everything below it. */
  readonly category?: number | undefined;
  /** Changed at this time or later. */
  readonly since?: Date | undefined;
}

/** How many articles stand in memory at once. */
const BATCH = 100;

/** The ids of what is to be exported, in their order: what comes or goes meanwhile moves nothing else. */
export async function selectIds(
  { db, categories }: Pick<JsonSource, 'db' | 'categories'>,
  selection: ExportSelection,
): Promise<number[]> {
  const { statuses, category, since } = selection;
  let query = db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select('kb_articles.id')
    .where('posts.status', 'in', [...statuses])
    .orderBy('kb_articles.id');
  if (since) query = query.where('posts.modified_at', '>=', utc.encode(since));
  if (category !== undefined)
    query = query.where('kb_articles.category_id', 'in', [...categories.tree().subtree(category)]);
  return (await query.execute()).map(({ id }) => id);
}

/** The articles with these ids, some at a time. */
export async function* inBatches(
  { articles }: Pick<JsonSource, 'articles'>,
  ids: readonly number[],
): AsyncGenerator<Article[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield await articles.getMany(ids.slice(start, start + BATCH));
}

/** The translation keys that more than one article has. */
export async function sharedKeys({ db }: KnowledgeBase): Promise<ReadonlySet<string>> {
  const rows = await db.query
    .selectFrom('kb_articles')
    .select('translation_key')
    .groupBy('translation_key')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  return new Set(rows.flatMap((row) => row.translation_key ?? []));
}
