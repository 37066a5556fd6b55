import type { Category, CategoryTree } from '../../../domain/categories/category-tree.js';

/** Maximum number of rows before the page shows one level at a time. More rows slow browsers down. */
const MAX_ROWS = 500;
const PER_PAGE = 100;

export interface TreeRows {
  readonly rows: readonly Category[];
  /** True if only one level is shown and each row links to its children. */
  readonly isLevel: boolean;
  readonly pages: number;
}

/** Returns the categories with the same parent in display order. */
export function siblingsOf(
  tree: CategoryTree,
  { parentId, locale }: Pick<Category, 'parentId' | 'locale'>,
): readonly Category[] {
  return tree.get(parentId)?.children ?? tree.roots(locale);
}

/**
 * Returns the categories to show.
 * The whole tree while it is small, otherwise one level or the search results.
 */
export function treeRows(
  tree: CategoryTree,
  admits: (id: number) => boolean,
  {
    locale,
    below,
    search,
    page,
  }: { readonly locale: string; readonly below: number; readonly search: string; readonly page: number },
): TreeRows {
  const open = tree.all().filter((each) => each.locale === locale && admits(each.id));
  const paged = (found: readonly Category[]): TreeRows => ({
    rows: found.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    isLevel: true,
    pages: Math.ceil(found.length / PER_PAGE),
  });
  if (search !== '') {
    const word = search.toLowerCase();
    return paged(open.filter(({ name, path }) => name.toLowerCase().includes(word) || path.includes(word)));
  }
  const level = siblingsOf(tree, { parentId: below, locale }).filter(({ id }) => admits(id));
  if (open.length > MAX_ROWS || below !== 0) return paged(level);
  const withBelow = (each: Category): Category[] => [
    each,
    ...siblingsOf(tree, { parentId: each.id, locale })
      .filter(({ id }) => admits(id))
      .flatMap(withBelow),
  ];
  return { rows: level.flatMap(withBelow), isLevel: false, pages: 1 };
}
