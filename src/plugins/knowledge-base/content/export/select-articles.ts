import { utc } from '../../../../database.js';
import type { Article, ArticleStatus } from '../../domain/articles/article.js';
import type { JsonSource } from '../json/source.js';
import type { KnowledgeBase } from '../knowledge-base.js';

export interface ExportSelection {
  /** Statuses to include. The trash is exported only on request. */
  readonly statuses: readonly ArticleStatus[];
  /** Category id, including its subcategories. */
  readonly category?: number | undefined;
  /** Only articles changed at or after this time. */
  readonly since?: Date | undefined;
}

/** Maximum number of articles in memory. */
const BATCH = 100;

/** Selects the ids to export, in order. A fixed list, so that concurrent changes do not shift the others. */
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

/** Loads articles in batches. */
export async function* inBatches(
  { articles }: Pick<JsonSource, 'articles'>,
  ids: readonly number[],
): AsyncGenerator<Article[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield await articles.getMany(ids.slice(start, start + BATCH));
}

/** Finds translation keys shared by more than one article. */
export async function sharedKeys({ db }: KnowledgeBase): Promise<ReadonlySet<string>> {
  const rows = await db.query
    .selectFrom('kb_articles')
    .select('translation_key')
    .groupBy('translation_key')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  return new Set(rows.flatMap((row) => row.translation_key ?? []));
}
