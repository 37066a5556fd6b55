import { type AdminRequest, type SubmittedForm, submittedOrder } from '../../../../../admin.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Visibility } from '../../../domain/access/visibility.js';
import { orderKey } from '../../../domain/article-order/numbers.js';
import type { Category, CategoryTree } from '../../../domain/categories/category-tree.js';
import { orderChanged } from '../../../domain/errors.js';
import { siblingsOf } from './tree-rows.js';

/** Returns a category and its siblings that the current user may see. */
export function visibleSiblings(
  tree: CategoryTree,
  { admitsCategory }: Pick<Visibility, 'admitsCategory'>,
  category: Pick<Category, 'parentId' | 'locale'>,
): readonly Category[] {
  return siblingsOf(tree, category).filter(({ id }) => admitsCategory(id));
}

/**
 * Reads the submitted order of siblings for `putInOrder`.
 * @throws HostError 409 `vendor_kb_order_changed` if the order has changed since the page was loaded
 */
export async function draggedTo(
  kb: KnowledgeBase,
  category: Category,
  request: AdminRequest,
  form: SubmittedForm,
): Promise<{ readonly parentId: number; readonly order: readonly Category[] }> {
  const visibility = await kb.access.visibility(kb.access.viewerOf(request));
  const siblings = visibleSiblings(kb.categories.tree(), visibility, category);
  const byName = new Map(siblings.map((sibling) => [String(sibling.id), sibling]));
  const names = orderKey(siblings) === form.text('seen') ? submittedOrder(form, [...byName.keys()]) : null;
  if (!names) throw orderChanged();
  return { parentId: category.parentId, order: names.flatMap((name) => byName.get(name) ?? []) };
}
