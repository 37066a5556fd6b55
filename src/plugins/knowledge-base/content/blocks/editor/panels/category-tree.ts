/** A category in a list. */
export interface ListedCategory {
  readonly id: number;
  readonly name: string;
  /** 0 at the top. */
  readonly parent: number;
}

export interface CategoryNode extends ListedCategory {
  readonly children: readonly CategoryNode[];
}

/** Builds the tree. A category whose parent is not in the list is placed at the top. */
export function categoryTree(all: readonly ListedCategory[]): readonly CategoryNode[] {
  const ids = new Set(all.map(({ id }) => id));
  const below = (parent: number): CategoryNode[] =>
    all
      .filter((category) => (ids.has(category.parent) ? category.parent : 0) === parent)
      .map((category) => ({ ...category, children: below(category.id) }));
  return below(0);
}

/** Filters by name, keeping ancestors and descendants of matches. */
export function narrowed(nodes: readonly CategoryNode[], search: string): readonly CategoryNode[] {
  const needle = search.trim().toLowerCase();
  if (needle === '') return nodes;
  return nodes.flatMap((node) => {
    if (node.name.toLowerCase().includes(needle)) return [node];
    const children = narrowed(node.children, search);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
