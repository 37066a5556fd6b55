import { type Database, HostError, json, type Terms, utc } from '../../index.js';
import { type Category, TAXONOMY } from './category-tree.js';
import { invalidParam, onTaken } from './errors.js';

export interface DeleteOptions {
  /** Articles go to this category; 0 leaves them without one. */
  reassign?: number | undefined;
  /** What becomes of the categories below: they move up, or go as well. */
  children?: 'lift' | 'delete' | undefined;
}

/**
 * Takes a category out of the tree, within the caller's transaction.
 * @throws HostError 409 `vendor_kb_category_not_empty` when the options do not say where its content goes
 */
export async function deleteCategory(
  { db, terms }: { db: Database; terms: Terms },
  category: Category,
  { reassign, children }: DeleteOptions,
): Promise<void> {
  const doomed = children === 'delete' ? buildSubtree(category) : [category];
  const ids = doomed.map(({ id }) => id);
  const held = await db.query.selectFrom('post_terms').select('post_id').where('term_id', 'in', ids).execute();
  const isEmpty =
    (held.length === 0 || reassign !== undefined) && (category.children.length === 0 || children !== undefined);
  if (!isEmpty) {
    throw new HostError(
      'vendor_kb_category_not_empty',
      'The category has articles or categories in it. Say where they go: reassign={id or 0}, children=lift or delete.',
      { status: 409, details: { articles: held.length, children: category.children.length } },
    );
  }
  if (reassign !== undefined && reassign !== 0) await assertReassign(terms, reassign, category, ids);
  if (children === 'lift') {
    for (const child of category.children)
      await onTaken(db, child.slug, () => terms.update(child.id, { parentId: category.parentId }));
  }
  for (const { post_id: articleId } of held) await reassignArticle(db, articleId, ids, reassign ?? 0);
  for (const id of ids) await terms.delete(id);
  await db.query.deleteFrom('kb_redirects').where('kind', '=', 'category').where('target_id', 'in', ids).execute();
}

function buildSubtree(category: Category): Category[] {
  return [category, ...category.children.flatMap(buildSubtree)];
}

async function assertReassign(
  terms: Terms,
  reassign: number,
  category: Category,
  doomed: readonly number[],
): Promise<void> {
  const target = await terms.get(reassign);
  if (target?.taxonomy === TAXONOMY && target.locale === category.locale && !doomed.includes(reassign)) return;
  throw invalidParam(
    'reassign',
    `Articles cannot move to the category ${reassign}: name another category of the locale "${category.locale}", or 0.`,
  );
}

/** Takes an article out of categories that go, and into the new one unless it is there already. */
async function reassignArticle(
  db: Database,
  articleId: number,
  doomed: readonly number[],
  target: number,
): Promise<void> {
  const row = await db.query.selectFrom('kb_articles').selectAll().where('id', '=', articleId).executeTakeFirst();
  if (!row) return;
  const before = json.decode(row.category_ids) as number[];
  const moved = before.map((id) => (doomed.includes(id) ? target : id)).filter((id) => id !== 0);
  const after = [...new Set(moved)];
  await onTaken(db, row.slug, () =>
    db.query
      .updateTable('kb_articles')
      .set({ category_id: after[0] ?? 0, category_ids: json.encode(after) })
      .where('id', '=', articleId)
      .execute(),
  );
  await db.query.deleteFrom('post_terms').where('post_id', '=', articleId).execute();
  const rows = after.map((termId, position) => ({ post_id: articleId, term_id: termId, position }));
  if (rows.length > 0) await db.query.insertInto('post_terms').values(rows).execute();
  // Facets and filters of search go by categories.
  await db.query
    .insertInto('kb_search_changes')
    .values({ article_id: articleId, created_at: utc.encode(new Date()) })
    .execute();
}
