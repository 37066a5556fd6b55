import { type Database, HostError, json, type Terms } from '../../index.js';
import { assertNoArticle, assertNoCategory } from './address-space.js';
import { type ArticleStatus, isPublic } from './article.js';
import { type Category, type CategoryTree, TAXONOMY } from './category-tree.js';
import { invalidParam, onTaken } from './errors.js';
import type { Redirects } from './redirects.js';
import { searchChanged } from './search-changes.js';

export interface DeleteOptions {
  /** Articles go to this category; 0 leaves them without one. */
  reassign?: number | undefined;
  /** What becomes of the categories below: they move up, or go as well. */
  children?: 'lift' | 'delete' | undefined;
}

interface DeleteParts {
  readonly db: Database;
  readonly terms: Terms;
  readonly redirects: Redirects;
  /** As it is before. */
  readonly tree: CategoryTree;
}

/**
 * Takes a category out of the tree, within the caller's transaction. What was in it keeps its old addresses as
 * redirects.
 * @throws HostError 409 `vendor_kb_category_not_empty` when the options do not say where its content goes
 */
export async function deleteCategory(
  parts: DeleteParts,
  category: Category,
  { reassign, children }: DeleteOptions,
): Promise<void> {
  const { db, terms } = parts;
  const doomed = children === 'delete' ? buildSubtree(category) : [category];
  const ids = doomed.map(({ id }) => id);
  const held = await articlesIn(db, ids);
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
  for (const articleId of held) await reassignArticle(parts, articleId, ids, reassign ?? 0);
  for (const id of ids) await terms.delete(id);
  await db.query.deleteFrom('kb_redirects').where('kind', '=', 'category').where('target_id', 'in', ids).execute();
  if (children === 'lift') for (const child of category.children) await lift(parts, child, category);
}

async function articlesIn(db: Database, categoryIds: readonly number[]): Promise<readonly number[]> {
  const rows = await db.query
    .selectFrom('post_terms')
    .select('post_id')
    .distinct()
    .where('term_id', 'in', categoryIds)
    .execute();
  return rows.map((row) => row.post_id);
}

/** Puts a category where its parent was. */
async function lift({ db, terms, redirects, tree }: DeleteParts, child: Category, parent: Category): Promise<void> {
  const { id, slug, locale, path } = child;
  const place = { categoryId: parent.parentId, locale };
  assertNoCategory(tree, slug, place, [parent.id]);
  await assertNoArticle(db, slug, place);
  await onTaken(db, slug, () => terms.update(id, { parentId: place.categoryId }));
  await redirects.add({ locale, path, kind: 'category', targetId: id });
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
  { db, redirects, tree }: DeleteParts,
  articleId: number,
  doomed: readonly number[],
  target: number,
): Promise<void> {
  const row = await db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select(['kb_articles.category_ids', 'kb_articles.redirects', 'kb_articles.version', 'kb_articles.locale'])
    .select(['posts.slug', 'posts.status'])
    .where('kb_articles.id', '=', articleId)
    .executeTakeFirst();
  if (!row) return;
  const { slug, locale, status } = row;
  const before = json.decode(row.category_ids) as number[];
  const moved = before.map((id) => (doomed.includes(id) ? target : id)).filter((id) => id !== 0);
  const after = [...new Set(moved)];
  const place = { categoryId: after[0] ?? 0, locale };
  const isMoving = place.categoryId !== before[0];
  // In the trash it has no address; it is asked again when it comes back.
  if (isMoving && status !== 'trash') assertNoCategory(tree, slug, place, doomed);
  const path = `${tree.get(before[0] ?? 0)?.path}/${slug}`;
  const leavesRedirect = isMoving && isPublic({ status: status as ArticleStatus });
  const old = json.decode(row.redirects) as string[];
  await onTaken(db, slug, () =>
    db.query
      .updateTable('kb_articles')
      .set({
        category_id: place.categoryId,
        category_ids: json.encode(after),
        version: row.version + 1,
        redirects: json.encode(leavesRedirect ? [...new Set([...old, path])] : old),
      })
      .where('id', '=', articleId)
      .execute(),
  );
  if (leavesRedirect) await redirects.add({ locale, path, kind: 'article', targetId: articleId });
  await db.query.deleteFrom('post_terms').where('post_id', '=', articleId).execute();
  const rows = after.map((termId, position) => ({ post_id: articleId, term_id: termId, position }));
  if (rows.length > 0) await db.query.insertInto('post_terms').values(rows).execute();
  // Facets and filters of search go by categories.
  await searchChanged(db, articleId);
}
