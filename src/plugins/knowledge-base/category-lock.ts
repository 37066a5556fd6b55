import type { Database } from '../../index.js';
import { TAXONOMY } from './category-tree.js';

/**
 * Keeps categories as they are until the end of the transaction: who wants to delete one, or to change its language,
 * waits and then finds what was put into it. Locks are taken before those of articles, by everybody.
 * @returns the language of each that is there
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
 * The articles in categories, once those are locked. Read as they are now: what the transaction has read before is older
 * than what it waited for.
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
