import { type AdminRequest, type SubmittedForm, submittedOrder } from '../../../../index.js';
import type { Visibility } from '../../access/visibility.js';
import { orderKey } from '../../article-order/order-key.js';
import type { Category, CategoryTree } from '../../category-tree.js';
import { orderChanged } from '../../errors.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { siblingsOf } from './tree-rows.js';

/** A category and its siblings, as somebody sees them. */
export function visibleSiblings(
  tree: CategoryTree,
  { admitsCategory }: Pick<Visibility, 'admitsCategory'>,
  category: Pick<Category, 'parentId' | 'locale'>,
): readonly Category[] {
  return siblingsOf(tree, category).filter(({ id }) => admitsCategory(id));
}

/**
 * The order of siblings that was sent, for `putInOrder`.
 * @throws HostError 409 `vendor_kb_order_changed` where it was made to another order than there is
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
