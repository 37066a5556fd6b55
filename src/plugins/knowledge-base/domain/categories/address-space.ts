import type { Database } from '../../../../database.js';
import { invalidParam, slugTaken } from '../errors.js';
import type { Category, CategoryTree } from './category-tree.js';
import { isReservedSlug } from './slug.js';

/** A namespace of slugs shared by articles and categories: a category (0: the top level) in a locale. */
export interface Place {
  readonly categoryId: number;
  readonly locale: string;
}

export function categoriesIn(tree: CategoryTree, { categoryId, locale }: Place): readonly Category[] {
  return categoryId === 0 ? tree.roots(locale) : (tree.get(categoryId)?.children ?? []);
}

/** Tells whether the slug would hide a page of the knowledge base. Some slugs are reserved on the top level. */
export function isReservedIn(tree: CategoryTree, slug: string, { categoryId }: Place): boolean {
  return categoryId === 0 && isReservedSlug(slug, new Set(tree.all().map((category) => category.locale)));
}

/**
 * Rejects a slug that is reserved or used by a category in this place.
 * @param except ids of categories to ignore, such as the one being moved or those being deleted
 * @throws HostError 400 `vendor_kb_invalid_param`, 409 `vendor_kb_slug_taken`
 */
export function assertNoCategory(tree: CategoryTree, slug: string, place: Place, except: readonly number[] = []): void {
  if (isReservedIn(tree, slug, place)) {
    throw invalidParam('slug', `"${slug}" is reserved for a page of the knowledge base. Choose another slug.`);
  }
  const twin = categoriesIn(tree, place).find((category) => category.slug === slug && !except.includes(category.id));
  if (twin) throw slugTaken(slug);
}

/**
 * Rejects a slug that an article in this place uses.
 * @throws HostError 409 `vendor_kb_slug_taken`
 */
export async function assertNoArticle(db: Database, slug: string, place: Place): Promise<void> {
  if ((await articleSlugs(db, slug, place)).includes(slug)) throw slugTaken(slug);
}

/** Finds the slugs of articles directly in this place that equal `base` or start with `base-`. */
export async function articleSlugs(
  db: Database,
  base: string,
  { categoryId, locale }: Place,
): Promise<readonly string[]> {
  const rows = await db.query
    .selectFrom('kb_articles')
    .select('slug')
    .where('locale', '=', locale)
    .where('category_id', '=', categoryId)
    // Range of all slugs that start with "base-": slugs compare byte by byte, and "." follows "-".
    .where((where) =>
      where.or([where('slug', '=', base), where.and([where('slug', '>', `${base}-`), where('slug', '<', `${base}.`)])]),
    )
    .execute();
  return rows.map((row) => row.slug);
}
