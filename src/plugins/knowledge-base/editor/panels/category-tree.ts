/** A category as the list of them has it. */
export interface ListedCategory {
  readonly id: number;
  readonly name: string;
  /** 0 at the top. */
  readonly parent: number;
}

export interface CategoryNode extends ListedCategory {
  readonly children: readonly CategoryNode[];
}

/** Each below its parent; what is below one that is not in the list stands at the top. */
export function categoryTree(all: readonly ListedCategory[]): readonly CategoryNode[] {
  const ids = new Set(all.map(({ id }) => id));
  const below = (parent: number): CategoryNode[] =>
    all
      .filter((category) => (ids.has(category.parent) ? category.parent : 0) === parent)
      .map((category) => ({ ...category, children: below(category.id) }));
  return below(0);
}

/** Those whose name has these letters, with all that stands above them and below them. */
export function narrowed(nodes: readonly CategoryNode[], search: string): readonly CategoryNode[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return nodes;
  return nodes.flatMap((node) => {
    if (node.name.toLowerCase().includes(wanted)) return [node];
    const children = narrowed(node.children, search);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
