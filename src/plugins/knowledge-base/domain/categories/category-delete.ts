import type { Terms } from '../../../../content.js';
import type { Database } from '../../../../database.js';
import { HostError } from '../../../../index.js';
import type { Outbox } from '../../../../webhooks.js';
import type { Rules } from '../access/rules.js';
import type { Actor } from '../articles/actor.js';
import { type Article, isPublic } from '../articles/article.js';
import { columnsOf } from '../articles/article-rows.js';
import { lockArticle } from '../articles/article-store.js';
import { announceSave, searchChanged } from '../articles/search-changes.js';
import { invalidParam, onTaken } from '../errors.js';
import type { Redirects } from '../links/redirects.js';
import type { Revisions } from '../revisions/revisions.js';
import { assertNoArticle, assertNoCategory } from './address-space.js';
import { heldBy } from './category-lock.js';
import { type Category, type CategoryTree, placed, TAXONOMY, withoutChildren } from './category-tree.js';

export interface DeleteOptions {
  /** Category that receives the articles; 0 leaves them without one. */
  reassign?: number | undefined;
  /** Moves child categories up or deletes them too. */
  children?: 'lift' | 'delete' | undefined;
}

interface DeleteParts {
  readonly db: Database;
  readonly terms: Terms;
  readonly redirects: Redirects;
  readonly revisions: Revisions;
  readonly outbox: Outbox;
  readonly actor: Actor;
  readonly rules: Pick<Rules, 'hang'>;
  /** Tree before the deletion. */
  readonly tree: CategoryTree;
}

/**
 * Deletes a category within the caller's transaction. Its content keeps old URLs as redirects.
 * @throws HostError 409 `vendor_kb_category_not_empty` if the options do not say where its content goes
 */
export async function deleteCategory(
  parts: DeleteParts,
  category: Category,
  { reassign, children }: DeleteOptions,
): Promise<void> {
  const { db, terms, rules } = parts;
  const doomed = children === 'delete' ? buildSubtree(category) : [category];
  const ids = doomed.map(({ id }) => id);
  const articleIds = await heldBy(db, ids);
  const isEmpty =
    (articleIds.length === 0 || reassign !== undefined) && (category.children.length === 0 || children !== undefined);
  if (!isEmpty) {
    throw new HostError(
      'vendor_kb_category_not_empty',
      'The category has articles or subcategories. Specify where they go: reassign={ID or 0}, children=lift or delete.',
      { status: 409, details: { articles: articleIds.length, children: category.children.length } },
    );
  }
  if (reassign !== undefined && reassign !== 0) await assertReassign(terms, reassign, category, ids);
  const oldPaths = await oldPathsOf(db, parts.tree, doomed);
  for (const articleId of articleIds)
    await reassignArticle(parts, articleId, { doomed: ids, target: reassign ?? 0, oldPaths });
  for (const id of ids) await terms.delete(id);
  for (const id of ids) await rules.hang(id, null);
  for (const category of doomed) {
    await parts.outbox.announce('vendor_kb_category_deleted', withoutChildren(category), parts.actor);
  }
  await db.query.deleteFrom('kb_redirects').where('kind', '=', 'category').where('target_id', 'in', ids).execute();
  if (children !== 'lift') return;
  for (const child of category.children) await lift(parts, child, category, oldPaths.get(category.id) ?? []);
}

/** Moves a category to its parent's level. */
async function lift(
  { db, terms, redirects, outbox, actor, tree }: DeleteParts,
  child: Category,
  parent: Category,
  oldPaths: readonly OldPath[],
): Promise<void> {
  const { id, slug, locale, path } = child;
  const place = { categoryId: parent.parentId, locale };
  assertNoCategory(tree, slug, place, [parent.id]);
  await assertNoArticle(db, slug, place);
  await onTaken(db, slug, () => terms.update(id, { parentId: place.categoryId }));
  const before = oldPaths.map((old) => ({ locale: old.locale, path: `${old.path}/${slug}` }));
  for (const old of [...before, { locale, path }]) await redirects.add({ ...old, kind: 'category', targetId: id });
  const previous = withoutChildren(child);
  const lifted = placed({ ...previous, parentId: place.categoryId }, tree);
  await outbox.announce('vendor_kb_category_saved', lifted, previous, actor);
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
  throw cannotReassign(reassign, category.locale);
}

export function cannotReassign(reassign: number, locale: string): HostError {
  return invalidParam(
    'reassign',
    `Articles cannot move to category ${reassign}. Choose a category with the locale "${locale}", or 0.`,
  );
}

/** Removes an article from deleted categories and adds it to the new one. */
async function reassignArticle(
  { db, outbox, redirects, revisions, tree, actor }: DeleteParts,
  articleId: number,
  {
    doomed,
    target,
    oldPaths,
  }: {
    readonly doomed: readonly number[];
    readonly target: number;
    readonly oldPaths: ReadonlyMap<number, readonly OldPath[]>;
  },
): Promise<void> {
  const article = await lockArticle(db, articleId);
  const { slug, locale, status, categoryIds: before } = article;
  const categoryIds = [...new Set(before.map((id) => (doomed.includes(id) ? target : id)).filter((id) => id !== 0))];
  const place = { categoryId: categoryIds[0] ?? 0, locale };
  const isMoving = place.categoryId !== before[0];
  // A trashed article has no URL; conflicts are checked when it is restored.
  if (isMoving && status !== 'trash') assertNoCategory(tree, slug, place, doomed);
  const present: OldPath = { locale, path: tree.get(before[0] ?? 0)?.path ?? '' };
  const left = isMoving && isPublic(article) ? [...(oldPaths.get(before[0] ?? 0) ?? []), present] : [];
  const addresses = left.map((old) => ({ locale: old.locale, path: `${old.path}/${slug}` }));
  const ours = addresses.filter((old) => old.locale === locale).map((old) => old.path);
  const next: Article = {
    ...article,
    categoryIds,
    version: article.version + 1,
    parentRevision: null,
    redirects: [...new Set([...article.redirects, ...ours])],
  };
  await onTaken(db, slug, () =>
    db.query.updateTable('kb_articles').set(columnsOf(next)).where('id', '=', articleId).execute(),
  );
  for (const old of addresses) await redirects.add({ ...old, kind: 'article', targetId: articleId });
  await db.query.deleteFrom('post_terms').where('post_id', '=', articleId).execute();
  const rows = categoryIds.map((termId, position) => ({ post_id: articleId, term_id: termId, position }));
  if (rows.length > 0) await db.query.insertInto('post_terms').values(rows).execute();
  await revisions.add(next, { kind: 'save', authorId: actor.user?.id ?? 0 });
  // Search facets and filters depend on categories.
  await searchChanged(db, articleId);
  await announceSave(outbox, next, article, { ...actor, changed: ['categoryIds'] });
}

/** A former path of a category. */
interface OldPath {
  readonly locale: string;
  readonly path: string;
}

/**
 * Returns the former paths of categories by id.
 * These are their own, and those of ancestors with the rest appended. A path that another category now uses is left
 * out.
 * @param categories ancestors before descendants
 */
async function oldPathsOf(
  db: Database,
  tree: Pick<CategoryTree, 'byPath'>,
  categories: readonly Category[],
): Promise<ReadonlyMap<number, readonly OldPath[]>> {
  const ids = categories.map(({ id }) => id);
  const rows = await db.query
    .selectFrom('kb_redirects')
    .select(['locale', 'path', 'target_id'])
    .where('kind', '=', 'category')
    .where('target_id', 'in', ids)
    .orderBy('address')
    .execute();
  const paths = new Map<number, readonly OldPath[]>();
  for (const { id, parentId, slug } of categories) {
    const own = rows.filter((row) => row.target_id === id);
    const above = (paths.get(parentId) ?? []).map(({ locale, path }) => ({ locale, path: `${path}/${slug}` }));
    const all = [...own, ...above].filter(({ locale, path }) => !tree.byPath(locale, path));
    paths.set(
      id,
      all.map(({ locale, path }) => ({ locale, path })),
    );
  }
  return paths;
}
