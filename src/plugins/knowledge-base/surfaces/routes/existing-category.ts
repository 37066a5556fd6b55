import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Person } from '../../domain/access/readers.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { categoryNotFound, invalidParam } from '../../domain/errors.js';

type Parts = Pick<KnowledgeBase, 'access' | 'categories'>;

/**
 * Loads a category to change or to refer to.
 * @throws HostError 404 `vendor_kb_category_not_found`, also if a rule hides it from this caller
 */
export async function existingCategory({ access, categories }: Parts, id: number, reader: Person): Promise<Category> {
  const category = categories.get(id);
  const { admitsCategory } = await access.visibility(access.viewerOf(reader));
  if (!admitsCategory(id)) throw categoryNotFound(id);
  return category;
}

/**
 * Rejects categories closed to the caller.
 * Content in them would be out of reach, and slug conflicts would reveal theirs.
 * @param before the article's current categories, which may stay
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export async function assertCategories(
  { access, categories }: Parts,
  ids: readonly number[] | undefined,
  before: readonly number[],
  reader: Person,
): Promise<void> {
  const named = (ids ?? []).filter((id) => !before.includes(id));
  if (named.length === 0) return;
  const { admitsCategory } = await access.visibility(access.viewerOf(reader));
  const missing = named.find((id) => !categories.tree().get(id) || !admitsCategory(id));
  if (missing !== undefined) throw invalidParam('categories', `Category ${missing} does not exist.`);
}
