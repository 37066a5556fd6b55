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

/** As they are shown among those with the same parent. */
export function siblingsOf(
  tree: CategoryTree,
  { parentId, locale }: Pick<Category, 'parentId' | 'locale'>,
): Category[] {
  const all = tree.get(parentId)?.children ?? tree.roots(locale);
  return [...all].sort((one, other) => one.order - other.order || one.id - other.id);
}

/** Whether a category is the first or the last of its siblings, which are put in order once. */
export function placesIn(tree: CategoryTree): (category: Category) => { isFirst: boolean; isLast: boolean } {
  const ends = new Map<string, readonly [first: number | undefined, last: number | undefined]>();
  return (category) => {
    const key = `${category.locale} ${category.parentId}`;
    let found = ends.get(key);
    if (!found) {
      const siblings = siblingsOf(tree, category);
      found = [siblings[0]?.id, siblings.at(-1)?.id];
      ends.set(key, found);
    }
    return { isFirst: found[0] === category.id, isLast: found[1] === category.id };
  };
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
