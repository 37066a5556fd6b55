import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Visibility } from '../../../domain/access/visibility.js';
import { numbersFor } from '../../../domain/article-order/numbers.js';
import type { Category, CategoryTree } from '../../../domain/categories/category-tree.js';
import { orderChanged } from '../../../domain/errors.js';
import type { Saver } from '../../saving/save-article.js';
import { updateCategory } from '../../saving/save-category.js';
import { visibleSiblings } from './dragged.js';

export const MOVES = ['up', 'down', 'in', 'out'] as const;
export type Move = (typeof MOVES)[number];

/** Finds the parent and sibling order that a move results in. Null if the move is impossible. */
function targetOf(tree: CategoryTree, visibility: Visibility, category: Category, move: Move) {
  const near = (place: Pick<Category, 'parentId' | 'locale'>) => visibleSiblings(tree, visibility, place);
  const siblings = near(category);
  const at = siblings.findIndex(({ id }) => id === category.id);
  const others = siblings.toSpliced(at, 1);
  if (move === 'up' || move === 'down') {
    const to = at + (move === 'up' ? -1 : 1);
    return to < 0 || to > others.length
      ? null
      : { parentId: category.parentId, order: others.toSpliced(to, 0, category) };
  }
  if (move === 'in') {
    const parent = siblings[at - 1];
    if (!parent) return null;
    return { parentId: parent.id, order: [...near({ ...category, parentId: parent.id }), category] };
  }
  const parent = tree.get(category.parentId);
  if (!parent) return null;
  const above = near(parent);
  return { parentId: parent.parentId, order: above.toSpliced(above.indexOf(parent) + 1, 0, category) };
}

/** Position of a category after a move. */
export interface CategoryPlace {
  readonly place: number;
  readonly total: number;
}

/**
 * Moves a category by one step: among its siblings, under the previous sibling, or next to its parent.
 * @returns its new position, or null if it is already at the end
 * @throws HostError the errors of {@link putInOrder}
 */
export async function moveCategory(
  kb: KnowledgeBase,
  category: Category,
  move: Move,
  saver: Saver,
): Promise<CategoryPlace | null> {
  const visibility = await kb.access.visibility(kb.access.viewerOf(saver.reader));
  const target = targetOf(kb.categories.tree(), visibility, category, move);
  return target && putInOrder(kb, category, target, saver);
}

/**
 * Moves a category to a position among its siblings.
 * Runs in one transaction, so a crash leaves the order unchanged. Siblings that did not move keep their numbers as
 * far as the gaps allow.
 * @param order the category and its future siblings
 * @throws HostError 409 `vendor_kb_order_changed` if another user moved one of them; the errors of `updateCategory`
 */
export async function putInOrder(
  kb: KnowledgeBase,
  category: Category,
  { parentId, order }: { readonly parentId: number; readonly order: readonly Category[] },
  saver: Saver,
): Promise<CategoryPlace> {
  const numbers = numbersFor(order);
  await kb.db.transaction(async () => {
    await assertAsRead(kb, order);
    if (category.parentId !== parentId) await updateCategory(kb, category.id, { parent: parentId }, saver);
    await kb.categories.arrange(numbers, { user: saver.reader.user, source: saver.source });
  });
  return { place: order.indexOf(category) + 1, total: order.length };
}

/** Locks the categories for the transaction and checks that they match this process's cache. */
async function assertAsRead({ db }: Pick<KnowledgeBase, 'db'>, order: readonly Category[]): Promise<void> {
  const rows = await db.query
    .selectFrom('terms')
    .select(['id', 'menu_order', 'parent_id'])
    .where(
      'id',
      'in',
      order.map(({ id }) => id),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const isSame = order.every(({ id, order: number, parentId }) => {
    const row = stored.get(id);
    return row?.menu_order === number && row.parent_id === parentId;
  });
  if (!isSame) throw orderChanged();
}
