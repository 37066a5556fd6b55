import type { Strings } from '../../../index.js';
import type { NavNode } from '../template-data.js';

/** As many articles of one category are all shown. */
const WHOLE_BRANCH = 30;
/** Of more articles, those around the present one: this many on each side. */
const NEARBY = 8;
/** Up to this many entries every branch can be opened in place; in a larger tree closed ones lead to their page. */
const WHOLE_TREE = 400;

/**
 * The navigation tree as pages show it. A reader finds the neighbours of the article and the way to everything else,
 * and a page stays small however much the knowledge base holds.
 */
export function shortenNavigation(tree: readonly NavNode[], strings: Strings): NavNode[] {
  const shortened = nearby(tree, null).map((node) => shortenBranch(node, strings));
  return countOf(shortened) > WHOLE_TREE ? shortened.map(withoutClosedBranches) : shortened;
}

function shortenBranch(node: NavNode, strings: Strings): NavNode {
  const toAll = (count: number): NavNode => {
    const title = strings.text('category.all', { count });
    return { kind: 'category', title, link: node.link, current: false, open: false, children: [] };
  };
  // On the category's own page all of its articles are beside the tree.
  const children = nearby(node.children, node.current ? null : toAll);
  return { ...node, children: children.map((child) => shortenBranch(child, strings)) };
}

/** @param toAll makes what stands after the articles when some of them are left out */
function nearby(nodes: readonly NavNode[], toAll: ((count: number) => NavNode) | null): readonly NavNode[] {
  const articles = nodes.filter(isArticle);
  if (articles.length <= WHOLE_BRANCH) return nodes;
  const shown = 2 * NEARBY + 1;
  const present = articles.findIndex(({ current }) => current);
  const first = Math.max(0, Math.min(present - NEARBY, articles.length - shown));
  const kept = new Set(articles.slice(first, first + shown));
  const remaining = nodes.filter((node) => !isArticle(node) || kept.has(node));
  const end = remaining.findLastIndex(isArticle) + 1;
  return toAll ? remaining.toSpliced(end, 0, toAll(articles.length)) : remaining;
}

function withoutClosedBranches(node: NavNode): NavNode {
  return { ...node, children: node.open ? node.children.map(withoutClosedBranches) : [] };
}

function countOf(nodes: readonly NavNode[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
}

function isArticle({ kind }: NavNode): boolean {
  return kind === 'article';
}
