import type { Category, CategoryTree } from '../../category-tree.js';

/** More rows than that make browsers slow: one level is shown at a time then. */
const MOST_ROWS = 500;
const PER_PAGE = 100;

export interface TreeRows {
  readonly rows: readonly Category[];
  /** Whether only one level is shown, so that each row leads to what is below it. */
  readonly isLevel: boolean;
  readonly pages: number;
}

/** Those with the same parent, in the order in which they are shown. */
export function siblingsOf(
  tree: CategoryTree,
  { parentId, locale }: Pick<Category, 'parentId' | 'locale'>,
): readonly Category[] {
  return tree.get(parentId)?.children ?? tree.roots(locale);
}

/**
 * The categories of a language that are shown: all of them, each below its parent, while they are few; else those of one
 * level, or what was searched for.
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
  if (open.length > MOST_ROWS || below !== 0) return paged(level);
  const withBelow = (each: Category): Category[] => [
    each,
    ...siblingsOf(tree, { parentId: each.id, locale })
      .filter(({ id }) => admits(id))
      .flatMap(withBelow),
  ];
  return { rows: level.flatMap(withBelow), isLevel: false, pages: 1 };
}
