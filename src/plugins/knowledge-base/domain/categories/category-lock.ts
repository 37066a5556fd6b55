import type { Database } from '../../../../database.js';
import { TAXONOMY } from './category-tree.js';

/**
 * Locks categories until the end of the transaction.
 * A concurrent deletion or change of language waits and then sees what was added. Always lock categories before
 * articles.
 * @returns the language of each existing category
 */
export async function lockCategories(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query
    .selectFrom('terms')
    .select(['id', 'locale'])
    .where('taxonomy', '=', TAXONOMY)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ id, locale }) => [id, locale]));
}

/**
 * Locks categories and returns their articles.
 * Reads after the lock: what the transaction read earlier may be outdated.
 */
export async function heldBy(db: Database, categoryIds: readonly number[]): Promise<readonly number[]> {
  await lockCategories(db, categoryIds);
  const rows = await db.query
    .selectFrom('post_terms')
    .select('post_id')
    .where('term_id', 'in', [...categoryIds])
    .forUpdate()
    .execute();
  return [...new Set(rows.map(({ post_id }) => post_id))];
}
