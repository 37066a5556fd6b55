import type { Database } from '../../../../database.js';
import type { Category, CategoryTree } from './category-tree.js';

/** A former path of a category. */
export interface OldPath {
  readonly locale: string;
  readonly path: string;
}

/**
 * Returns the former paths of categories by id.
 * These are their own, and those of ancestors with the rest appended. A path that another category now uses is left
 * out.
 * @param categories ancestors before descendants
 */
export async function oldPathsOf(
  db: Database,
  tree: Pick<CategoryTree, 'byPath'>,
  categories: readonly Category[],
): Promise<ReadonlyMap<number, readonly OldPath[]>> {
  const ids = categories.map(({ id }) => id);
  const rows = await db.query
    .selectFrom('kb_redirects')
    .select(['locale', 'path', 'target_id'])
    .where('kind', '=', 'category')
    .where('target_id', 'in', ids)
    .orderBy('address')
    .execute();
  const paths = new Map<number, readonly OldPath[]>();
  for (const { id, parentId, slug } of categories) {
    const own = rows.filter((row) => row.target_id === id);
    const above = (paths.get(parentId) ?? []).map(({ locale, path }) => ({ locale, path: `${path}/${slug}` }));
    const all = [...own, ...above].filter(({ locale, path }) => !tree.byPath(locale, path));
    paths.set(
      id,
      all.map(({ locale, path }) => ({ locale, path })),
    );
  }
  return paths;
}
