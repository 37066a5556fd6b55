import type { Strings } from '../../../index.js';
import type { NavNode } from '../template-data.js';

/** Of one kind below the same node: as many are all shown; of more, those around the present one, so many on each side. */
const SHOWN = {
  article: { whole: 30, nearby: 8, all: 'category.all' },
  category: { whole: 60, nearby: 15, all: 'category.all-categories' },
} as const;
/** Up to this many entries every branch can be opened in place; in a larger tree closed ones lead to their page. */
const WHOLE_TREE = 400;

/**
 * The navigation tree as pages show it. A reader finds the neighbours of the article and the way to everything else,
 * and a page stays small however much the knowledge base holds.
 * @param home address of the first page, which has all categories at the top
 */
export function shortenNavigation(tree: readonly NavNode[], strings: Strings, home: string): NavNode[] {
  // What is not shown need not be shortened: a tree of thousands costs what it shows.
  const relevant = isWithin(tree, WHOLE_TREE) ? tree : tree.map(withoutClosedBranches);
  return nearby(relevant, { article: null, category: toAll(strings, home) }).map((node) =>
    shortenBranch(node, strings),
  );
}

type ToAll = (kind: NavNode['kind'], count: number) => NavNode;

/** Makes what stands behind the entries of one kind when some of them are left out. */
function toAll(strings: Strings, link: string): ToAll {
  return (kind, count) => ({
    kind: 'category',
    title: strings.text(SHOWN[kind].all, { count }),
    link,
    current: false,
    open: false,
    children: [],
  });
}

function shortenBranch(node: NavNode, strings: Strings): NavNode {
  // On the category's own page all that is in it is beside the tree.
  const all = node.current ? null : toAll(strings, node.link);
  const children = nearby(node.children, { article: all, category: all });
  return { ...node, children: children.map((child) => shortenBranch(child, strings)) };
}

function nearby(nodes: readonly NavNode[], all: Readonly<Record<NavNode['kind'], ToAll | null>>): readonly NavNode[] {
  return nearbyOf('category', nearbyOf('article', nodes, all.article), all.category);
}

function nearbyOf(kind: NavNode['kind'], nodes: readonly NavNode[], all: ToAll | null): readonly NavNode[] {
  const limits = SHOWN[kind];
  const ofKind = nodes.filter((node) => node.kind === kind);
  if (ofKind.length <= limits.whole) return nodes;
  const shown = 2 * limits.nearby + 1;
  const present = ofKind.findIndex(({ open }) => open);
  const first = Math.max(0, Math.min(present - limits.nearby, ofKind.length - shown));
  const kept = new Set(ofKind.slice(first, first + shown));
  const remaining = nodes.filter((node) => node.kind !== kind || kept.has(node));
  const end = remaining.findLastIndex((node) => node.kind === kind) + 1;
  return all ? remaining.toSpliced(end, 0, all(kind, ofKind.length)) : remaining;
}

function withoutClosedBranches(node: NavNode): NavNode {
  return { ...node, children: node.open ? node.children.map(withoutClosedBranches) : [] };
}

/** Whether a tree has no more entries than that once it is shortened; no more of it is looked at than it takes. */
function isWithin(tree: readonly NavNode[], most: number): boolean {
  let left = most;
  const take = (nodes: readonly NavNode[]): boolean => {
    for (const kind of ['article', 'category'] as const) {
      const { whole, nearby: around } = SHOWN[kind];
      const ofKind = nodes.filter((node) => node.kind === kind);
      left -= ofKind.length > whole ? 2 * around + 2 : ofKind.length;
    }
    return left >= 0 && nodes.every(({ children }) => children.length === 0 || take(children));
  };
  return take(tree);
}
