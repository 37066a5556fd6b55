import type { Category } from '../../category-tree.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { Saver } from '../../saving/save-article.js';
import { updateCategory } from '../../saving/save-category.js';
import { siblingsOf } from './tree-rows.js';

export const MOVES = ['up', 'down', 'in', 'out'] as const;
export type Move = (typeof MOVES)[number];

/** Between two neighbours, so that one can be put there by hand. */
const STEP = 10;

/** Where a move leads: the parent, and the order of all that are there afterwards; null where there is no way. */
function targetOf(kb: Pick<KnowledgeBase, 'categories'>, category: Category, move: Move) {
  const tree = kb.categories.tree();
  const siblings = siblingsOf(tree, category);
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
    return { parentId: parent.id, order: [...siblingsOf(tree, { ...category, parentId: parent.id }), category] };
  }
  const parent = tree.get(category.parentId);
  if (!parent) return null;
  const above = siblingsOf(tree, parent);
  return { parentId: parent.parentId, order: above.toSpliced(above.indexOf(parent) + 1, 0, category) };
}

/**
 * Moves a category by one place: among its siblings, below the one before it, or beside its parent. All of it is one
 * transaction, so that a kill leaves the order as it was.
 * @returns its place afterwards; null where it is at the end already
 * @throws HostError those of `updateCategory`
 */
export async function moveCategory(
  kb: KnowledgeBase,
  category: Category,
  move: Move,
  saver: Saver,
): Promise<{ readonly place: number; readonly total: number } | null> {
  const target = targetOf(kb, category, move);
  if (!target) return null;
  await kb.db.transaction(async () => {
    for (const [index, { id, order, parentId }] of target.order.entries()) {
      const wanted = (index + 1) * STEP;
      const isMoved = id === category.id && parentId !== target.parentId;
      if (order === wanted && !isMoved) continue;
      await updateCategory(kb, id, { order: wanted, ...(isMoved ? { parent: target.parentId } : {}) }, saver);
    }
  });
  return { place: target.order.indexOf(category) + 1, total: target.order.length };
}
