import { freeSlug, slugify, type Term, type Terms } from '../../../../content.js';
import type { Database } from '../../../../database.js';
import { HostError } from '../../../../index.js';
import type { Versions } from '../../../../services.js';
import type { Outbox } from '../../../../webhooks.js';
import type { Rules } from '../access/rules.js';
import type { Actor } from '../articles/actor.js';
import { categoryNotFound, invalidParam, onTaken, translatedAlready } from '../errors.js';
import type { Redirects } from '../links/redirects.js';
import { assertLocale } from '../locale.js';
import { createLatest } from '../reloadable-value.js';
import type { Revisions } from '../revisions/revisions.js';
import {
  articleSlugs,
  assertNoArticle,
  assertNoCategory,
  categoriesIn,
  isReservedIn,
  type Place,
} from './address-space.js';
import { type DeleteOptions, deleteCategory } from './category-delete.js';
import type { CategoryRecord } from './category-hooks.js';
import { heldBy } from './category-lock.js';
import { translationKeyOfCategory } from './category-members.js';
import {
  buildCategoryTree,
  type Category,
  type CategoryTree,
  placed,
  TAXONOMY,
  withoutChildren,
} from './category-tree.js';
import { assertSlug } from './slug.js';

/** Version row bumped by changes to categories. */
export const CATEGORIES_VERSION = 'kb_categories';
/** Version row bumped by changes to articles and to categories, which move articles. */
export const CONTENT_VERSION = 'kb_content';
const MAX_DEPTH = 10;

export interface CategoryInput {
  name?: string;
  slug?: string;
  description?: string;
  parentId?: number;
  order?: number;
  locale?: string;
  meta?: Record<string, unknown>;
  /** Id of the category's own rule; null for none. */
  ruleId?: number | null | undefined;
}

export interface Categories {
  /** Returns the tree as of the latest change known to this process. Within a transaction, includes its changes. */
  tree(): CategoryTree;
  /** Returns a category. @throws HostError 404 `vendor_kb_category_not_found` */
  get(id: number): Category;
  create(input: CategoryInput & { name: string }, actor?: Actor): Promise<Category>;
  update(id: number, input: CategoryInput, actor?: Actor): Promise<Category>;
  /**
   * Sets the `order` of several categories, reading the tree only once. @param orders by id; unknown ids are ignored
   */
  arrange(orders: ReadonlyMap<number, number>, actor?: Actor): Promise<void>;
  /**
   * Deletes a category.
   * @throws HostError 409 `vendor_kb_category_not_empty` if it has articles or children and the options do not say
   *   where they go
   */
  delete(id: number, options: DeleteOptions, actor?: Actor): Promise<Category>;
  /** Reloads the tree. */
  refresh(): Promise<void>;
}

const SYSTEM_ACTOR: Actor = { user: null, source: 'cli' };

export function createCategories(parts: {
  db: Database;
  terms: Terms;
  versions: Versions;
  redirects: Redirects;
  revisions: Revisions;
  rules: Pick<Rules, 'hang'>;
  outbox: Outbox;
  defaultLocale: string;
}): Categories {
  const { db, terms, versions, redirects, revisions, rules, outbox, defaultLocale } = parts;
  const { current: shared, refresh } = createLatest(buildCategoryTree([]), freshTree);
  /** Trees of uncommitted transactions, hidden from others. */
  const unfinished = new WeakMap<object, CategoryTree>();

  const tree = (): CategoryTree => unfinished.get(db.query) ?? shared();

  function get(id: number): Category {
    const category = tree().get(id);
    if (category) return category;
    throw categoryNotFound(id);
  }

  /** Reads the tree in the transaction: another process may have moved a parent. */
  async function freshTree(): Promise<CategoryTree> {
    return buildCategoryTree(await terms.list(TAXONOMY));
  }

  async function save<T>(work: () => Promise<T>): Promise<T> {
    const result = await db.transaction(async () => {
      // Bump first: concurrent changes to the tree wait here, then see this one's result.
      await versions.bump(CATEGORIES_VERSION);
      const value = await work();
      await versions.bump(CONTENT_VERSION);
      return value;
    });
    // Later reads in a larger transaction must see the change. `versions` notifies everyone after the commit.
    if (db.isInTransaction()) unfinished.set(db.query, await freshTree());
    return result;
  }

  return {
    tree,
    get,
    refresh,
    async create(input, actor = SYSTEM_ACTOR) {
      const id = await save(async () => {
        const fresh = await freshTree();
        const locale = (input.locale ?? defaultLocale).toLowerCase();
        const parentId = input.parentId ?? 0;
        assertLocale(locale);
        assertParent(fresh, null, parentId, locale);
        const slug = await chooseSlug(db, fresh, input, { categoryId: parentId, locale });
        const term = await onTaken(db, slug, () =>
          terms.create({
            taxonomy: TAXONOMY,
            name: input.name,
            slug,
            locale,
            parentId,
            description: input.description ?? '',
            menuOrder: input.order ?? 0,
            meta: input.meta ?? {},
          }),
        );
        if (input.ruleId) await rules.hang(term.id, input.ruleId);
        await outbox.announce('vendor_kb_category_saved', toRecord(term, fresh), null, actor);
        return term.id;
      });
      return get(id);
    },
    async update(id, input, actor = SYSTEM_ACTOR) {
      get(id);
      await save(async () => {
        const fresh = await freshTree();
        const before = fresh.get(id) ?? get(id);
        const parentId = input.parentId ?? before.parentId;
        const locale = (input.locale ?? before.locale).toLowerCase();
        assertParent(fresh, before, parentId, locale);
        const slug = input.slug === undefined ? before.slug : assertSlug(input.slug);
        if (locale !== before.locale) {
          assertLocale(locale);
          assertOnlyOne(fresh, { ...before, meta: { ...before.meta, ...input.meta } }, locale);
          await assertEmpty(db, before);
        }
        if (slug !== before.slug || parentId !== before.parentId || locale !== before.locale) {
          const place = { categoryId: parentId, locale };
          assertNoCategory(fresh, slug, place, [id]);
          await assertNoArticle(db, slug, place);
          await redirects.add({ locale: before.locale, path: before.path, kind: 'category', targetId: id });
        }
        const changes: Partial<Omit<Term, 'id' | 'taxonomy'>> = { slug, parentId, locale };
        if (input.name !== undefined) changes.name = input.name;
        if (input.description !== undefined) changes.description = input.description;
        if (input.order !== undefined) changes.menuOrder = input.order;
        if (input.meta !== undefined) changes.meta = { ...before.meta, ...input.meta };
        await onTaken(db, slug, () => terms.update(id, changes));
        if (input.ruleId !== undefined) await rules.hang(id, input.ruleId);
        const previous = withoutChildren(before);
        const { menuOrder: order = before.order, ...others } = changes;
        const saved = placed({ ...previous, ...others, order }, fresh);
        await outbox.announce('vendor_kb_category_saved', saved, previous, actor);
      });
      return get(id);
    },
    async arrange(orders, actor = SYSTEM_ACTOR) {
      await save(async () => {
        const fresh = await freshTree();
        for (const [id, order] of orders) {
          const before = fresh.get(id);
          if (!before || before.order === order) continue;
          await terms.update(id, { menuOrder: order });
          const previous = withoutChildren(before);
          await outbox.announce('vendor_kb_category_saved', { ...previous, order }, previous, actor);
        }
      });
    },
    async delete(id, options, actor = SYSTEM_ACTOR) {
      get(id);
      return save(async () => {
        const fresh = await freshTree();
        const category = fresh.get(id) ?? get(id);
        await deleteCategory({ db, terms, redirects, revisions, rules, outbox, actor, tree: fresh }, category, options);
        return category;
      });
    },
  };
}

/** Converts a category just written that the tree does not contain yet. */
function toRecord({ taxonomy: _, menuOrder: order, ...term }: Term, tree: CategoryTree): CategoryRecord {
  return placed({ ...term, order }, tree);
}

function assertParent(tree: CategoryTree, category: Category | null, parentId: number, locale: string): void {
  if (parentId === 0) return;
  const parent = tree.get(parentId);
  if (!parent) throw noParent(parentId);
  if (parent.locale !== locale)
    throw invalidParam('parent', `The parent has the locale "${parent.locale}", not "${locale}".`);
  if (category && tree.subtree(category.id).includes(parentId)) {
    throw new HostError(
      'vendor_kb_category_cycle',
      'A category cannot be moved into its own descendant. Choose another parent.',
      {
        status: 400,
        params: { parent: 'parent cannot be a descendant of the category.' },
      },
    );
  }
  const height = category ? heightOf(category) : 1;
  assertDepth(parent.depth + height);
}

/** Checks the depth of a category, 1 at the top level. @throws HostError 400 `vendor_kb_invalid_param` */
export function assertDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw invalidParam('parent', `Categories can nest at most ${MAX_DEPTH} levels.`);
}

export function noParent(id: number): HostError {
  return invalidParam('parent', `The parent category ${id} does not exist.`);
}

function heightOf(category: Category): number {
  return 1 + Math.max(0, ...category.children.map(heightOf));
}

async function chooseSlug(
  db: Database,
  tree: CategoryTree,
  input: CategoryInput & { name: string },
  place: Place,
): Promise<string> {
  if (input.slug !== undefined) {
    const slug = assertSlug(input.slug);
    assertNoCategory(tree, slug, place);
    await assertNoArticle(db, slug, place);
    return slug;
  }
  const generated = slugify(input.name) || 'category';
  const base = isReservedIn(tree, generated, place) ? `${generated}-category` : generated;
  const siblings = categoriesIn(tree, place).map((category) => category.slug);
  return freeSlug(base, new Set([...siblings, ...(await articleSlugs(db, base, place))]));
}

/** Checks that a translation group has one category per language. */
function assertOnlyOne(tree: CategoryTree, category: Pick<Category, 'id' | 'meta'>, locale: string): void {
  const key = translationKeyOfCategory(category);
  const twin = tree
    .all()
    .find((each) => each.id !== category.id && each.locale === locale && translationKeyOfCategory(each) === key);
  if (key !== null && twin) throw invalidParam('locale', translatedAlready(locale));
}

/** Checks that a category is empty. All of its content shares its locale, so the locale of a non-empty one is fixed. */
async function assertEmpty(db: Database, category: Category): Promise<void> {
  const articleIds = await heldBy(db, [category.id]);
  if (articleIds.length === 0 && category.children.length === 0) return;
  throw new HostError(
    'vendor_kb_category_not_empty',
    'The locale of a category with articles or subcategories cannot change. Move them first.',
    { status: 409, details: { articles: articleIds.length, children: category.children.length } },
  );
}
