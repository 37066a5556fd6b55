import type { Database } from '../../index.js';
import type { Category, CategoryTree } from './category-tree.js';
import { invalidParam, slugTaken } from './errors.js';
import { isReservedSlug } from './slug.js';

/** A place for categories and articles, which share its addresses: a category (0: the top level) in a locale. */
export interface Place {
  readonly categoryId: number;
  readonly locale: string;
}

export function categoriesIn(tree: CategoryTree, { categoryId, locale }: Place): readonly Category[] {
  return categoryId === 0 ? tree.roots(locale) : (tree.get(categoryId)?.children ?? []);
}

/** Whether the slug would hide a page of the knowledge base: on the top level some words are taken. */
export function isReservedIn(tree: CategoryTree, slug: string, { categoryId }: Place): boolean {
  return categoryId === 0 && isReservedSlug(slug, new Set(tree.all().map((category) => category.locale)));
}

/**
 * Refuses a slug that is reserved or that a category in this place has.
 * @param except ids of categories that do not count: the one that is moving, those that are going
 * @throws HostError 400 `vendor_kb_invalid_param`, 409 `vendor_kb_slug_taken`
 */
export function assertNoCategory(tree: CategoryTree, slug: string, place: Place, except: readonly number[] = []): void {
  if (isReservedIn(tree, slug, place)) {
    throw invalidParam('slug', `"${slug}" is reserved for a page of the knowledge base. Choose another slug.`);
  }
  const twin = categoriesIn(tree, place).find((category) => category.slug === slug && !except.includes(category.id));
  if (twin) throw slugTaken(slug);
}

/** @throws HostError 409 `vendor_kb_slug_taken` when an article in this place has the slug */
export async function assertNoArticle(db: Database, slug: string, place: Place): Promise<void> {
  if ((await articleSlugs(db, slug, place)).includes(slug)) throw slugTaken(slug);
}

/** The slugs of articles directly in this place that are `base` or begin with it and a hyphen. */
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
    // The range of all slugs that begin with "base-": slugs compare byte by byte, and "." follows "-".
    .where((where) =>
      where.or([where('slug', '=', base), where.and([where('slug', '>', `${base}-`), where('slug', '<', `${base}.`)])]),
    )
    .execute();
  return rows.map((row) => row.slug);
}
