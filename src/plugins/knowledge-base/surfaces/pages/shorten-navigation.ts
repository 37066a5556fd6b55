import type { Strings } from '../../../../text.js';
import type { NavNode } from '../../content/views/template-data.js';

/**
 * Limits per type and parent.
 * Up to `whole` entries are all shown; of more, `nearby` on each side of the current one.
 */
const LIMITS = {
  article: { whole: 30, nearby: 8, all: 'category.all' },
  category: { whole: 60, nearby: 15, all: 'category.all-categories' },
} as const;
/** Maximum entries of a tree whose branches all open in place. In larger ones, closed branches link to their page. */
const WHOLE_TREE = 400;

/**
 * Shortens the navigation tree for pages.
 * Keeps the article's neighbors and the way to everything else, so that pages stay small in large knowledge bases.
 * @param home URL of the home page, which lists all top categories
 */
export function shortenNavigation(tree: readonly NavNode[], strings: Strings, home: string): NavNode[] {
  // Drops closed branches first, so that the cost depends on what is shown.
  const relevant = isWithin(tree, WHOLE_TREE) ? tree : tree.map(withoutClosedBranches);
  return nearby(relevant, { article: null, category: toAll(strings, home) }).map((node) =>
    shortenBranch(node, strings),
  );
}

type ToAll = (kind: NavNode['kind'], count: number) => NavNode;

/** Creates the link that replaces omitted entries of one type. */
function toAll(strings: Strings, link: string): ToAll {
  return (kind, count) => ({
    kind: 'category',
    title: strings.text(LIMITS[kind].all, { count }),
    link,
    current: false,
    open: false,
    children: [],
  });
}

function shortenBranch(node: NavNode, strings: Strings): NavNode {
  // A category's own page already lists all of its content.
  const all = node.current ? null : toAll(strings, node.link);
  const children = nearby(node.children, { article: all, category: all });
  return { ...node, children: children.map((child) => shortenBranch(child, strings)) };
}

function nearby(nodes: readonly NavNode[], all: Readonly<Record<NavNode['kind'], ToAll | null>>): readonly NavNode[] {
  return nearbyOf('category', nearbyOf('article', nodes, all.article), all.category);
}

function nearbyOf(kind: NavNode['kind'], nodes: readonly NavNode[], all: ToAll | null): readonly NavNode[] {
  const limits = LIMITS[kind];
  const ofKind = nodes.filter((node) => node.kind === kind);
  if (ofKind.length <= limits.whole) return nodes;
  const window = 2 * limits.nearby + 1;
  const present = ofKind.findIndex(({ open }) => open);
  const first = Math.max(0, Math.min(present - limits.nearby, ofKind.length - window));
  const visible = new Set(ofKind.slice(first, first + window));
  const remaining = nodes.filter((node) => node.kind !== kind || visible.has(node));
  const end = remaining.findLastIndex((node) => node.kind === kind) + 1;
  return all ? remaining.toSpliced(end, 0, all(kind, ofKind.length)) : remaining;
}

function withoutClosedBranches(node: NavNode): NavNode {
  return { ...node, children: node.open ? node.children.map(withoutClosedBranches) : [] };
}

/** Tells whether a tree has at most this many entries, without walking all of it. */
function isWithin(tree: readonly NavNode[], most: number): boolean {
  let left = most;
  const take = (nodes: readonly NavNode[]): boolean => {
    for (const kind of ['article', 'category'] as const) {
      const { whole, nearby: around } = LIMITS[kind];
      const ofKind = nodes.filter((node) => node.kind === kind);
      left -= ofKind.length > whole ? 2 * around + 2 : ofKind.length;
    }
    return left >= 0 && nodes.every(({ children }) => children.length === 0 || take(children));
  };
  return take(tree);
}
