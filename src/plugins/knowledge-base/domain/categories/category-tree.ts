import type { Term } from '../../../../content.js';

export const TAXONOMY = 'kb_category';

/** A category in the tree. */
export interface Category extends Omit<Term, 'taxonomy' | 'menuOrder'> {
  readonly order: number;
  /** Slugs from the top, joined by `/`. */
  readonly path: string;
  /** 1 on the top level. */
  readonly depth: number;
  readonly children: readonly Category[];
}

/** Snapshot of all categories of all locales. */
export interface CategoryTree {
  get(id: number): Category | undefined;
  all(): readonly Category[];
  roots(locale: string): readonly Category[];
  byPath(locale: string, path: string): Category | undefined;
  /** Returns the path from the top level down to the category itself. */
  ancestry(id: number): readonly Category[];
  /** Returns the ids of a category and its descendants. */
  subtree(id: number): readonly number[];
}

/** Builds the tree from terms in display order. A term whose parent is missing is placed at the top. */
export function buildCategoryTree(terms: readonly Term[]): CategoryTree {
  const ids = new Set(terms.map((term) => term.id));
  const childTerms = new Map<number, Term[]>();
  for (const term of terms) {
    const parent = ids.has(term.parentId) ? term.parentId : 0;
    const siblings = childTerms.get(parent);
    if (siblings) siblings.push(term);
    else childTerms.set(parent, [term]);
  }
  const byId = new Map<number, Category>();
  const byPath = new Map<string, Category>();

  function build(term: Term, parentPath: string, depth: number): Category {
    const { taxonomy: _, menuOrder, ...rest } = term;
    const path = parentPath === '' ? term.slug : `${parentPath}/${term.slug}`;
    const children = (childTerms.get(term.id) ?? []).map((child) => build(child, path, depth + 1));
    const category: Category = { ...rest, order: menuOrder, path, depth, children };
    byId.set(term.id, category);
    byPath.set(`${term.locale}:${path}`, category);
    return category;
  }

  const roots = (childTerms.get(0) ?? []).map((term) => build(term, '', 1));

  function subtree(id: number): number[] {
    return [id, ...(byId.get(id)?.children ?? []).flatMap((child) => subtree(child.id))];
  }

  return {
    get: (id) => byId.get(id),
    all: () => [...byId.values()],
    roots: (locale) => roots.filter((category) => category.locale === locale),
    byPath: (locale, path) => byPath.get(`${locale}:${path}`),
    ancestry(id) {
      const chain: Category[] = [];
      for (let category = byId.get(id); category; category = byId.get(category.parentId)) chain.unshift(category);
      return chain;
    },
    subtree: (id) => (byId.has(id) ? subtree(id) : []),
  };
}

/** Places an unsaved category under its parent in the tree. */
export function placed(
  category: Omit<Category, 'children' | 'path' | 'depth'>,
  tree: CategoryTree,
): Omit<Category, 'children'> {
  const parent = tree.get(category.parentId);
  const path = parent ? `${parent.path}/${category.slug}` : category.slug;
  return { ...category, path, depth: (parent?.depth ?? 0) + 1 };
}

export function withoutChildren({ children: _, ...category }: Category): Omit<Category, 'children'> {
  return category;
}
