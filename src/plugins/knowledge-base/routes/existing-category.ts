import type { Person } from '../access/readers.js';
import type { Category } from '../category-tree.js';
import { categoryNotFound, invalidParam } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';

type Parts = Pick<KnowledgeBase, 'access' | 'categories'>;

/**
 * The category that a request wants to change, or to bring into relation with another one.
 * @throws HostError 404 `vendor_kb_category_not_found`, also where a rule keeps it from this caller
 */
export async function existingCategory({ access, categories }: Parts, id: number, reader: Person): Promise<Category> {
  const category = categories.get(id);
  const { admitsCategory } = await access.visibility(access.viewerOf(reader));
  if (!admitsCategory(id)) throw categoryNotFound(id);
  return category;
}

/**
 * A category that is closed to the caller is not there: what is put into it would be out of reach, and its slugs tell of
 * what is in it.
 * @param before those that the article is in already, which may stay
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
  if (missing !== undefined) throw invalidParam('categories', `There is no category ${missing}.`);
}
