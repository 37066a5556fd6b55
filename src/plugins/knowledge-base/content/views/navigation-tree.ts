import { freezeDeep } from '../../../../utilities.js';
import type { Visibility } from '../../domain/access/visibility.js';
import type { ReadingOrder } from '../../domain/articles/reading-order.js';
import type { Category, CategoryTree } from '../../domain/categories/category-tree.js';
import type { Permalinks } from '../../domain/links/permalinks.js';
import type { NavNode } from './template-data.js';

/** Inputs of a tree. */
interface Ground {
  readonly order: ReadingOrder;
  readonly categories: CategoryTree;
  readonly locale: string;
  readonly visibility: Visibility;
}

/** Navigation trees of a locale, shared by viewers with the same visibility. */
export interface NavigationTrees {
  /**
   * Returns the tree opened at `current`.
   * Closed branches are shared between viewers and must not be modified.
   * @param current path below the knowledge base
   */
  openedAt(current: string, ground: Ground): NavNode[];
}

/** Maximum number of trees kept: languages times distinct visibilities. */
const MAX_CACHED_TREES = 50;

/** Creates the tree cache. Every page has the tree, which differs only in the open branch. */
export function createNavigationTrees(permalinks: Pick<Permalinks, 'hrefOf' | 'isFiltered'>): NavigationTrees {
  const cache = new WeakMap<ReadingOrder, WeakMap<CategoryTree, Map<string, NavNode[]>>>();

  function nodesOf(ground: Ground, category: Category | null): NavNode[] {
    const { order, categories, locale, visibility } = ground;
    const prefix = category ? `${category.path}/` : '';
    const children = category ? category.children : categories.roots(locale);
    const node = (kind: NavNode['kind'], id: number, title: string, path: string, below: NavNode[]): NavNode => ({
      kind,
      id,
      title,
      link: permalinks.hrefOf(kind, id, locale, path),
      current: false,
      open: false,
      children: below,
    });
    return [
      ...order
        .entries(locale, category?.id ?? 0, visibility)
        .map(({ id, title, slug }) => node('article', id, title, prefix + slug, [])),
      ...children
        .filter(({ id }) => visibility.admitsCategory(id))
        .map((child) => node('category', child.id, child.name, child.path, nodesOf(ground, child))),
    ];
  }

  function closed(ground: Ground): NavNode[] {
    // Filtered permalinks may change at any time, so they are not cached.
    if (permalinks.isFiltered()) return nodesOf(ground, null);
    const { order, categories, locale, visibility } = ground;
    const ofOrder = cache.get(order) ?? new WeakMap<CategoryTree, Map<string, NavNode[]>>();
    cache.set(order, ofOrder);
    const trees = ofOrder.get(categories) ?? new Map<string, NavNode[]>();
    ofOrder.set(categories, trees);
    const key = `${locale} ${visibility.key}`;
    const cached = trees.get(key);
    if (cached) return cached;
    if (trees.size >= MAX_CACHED_TREES) trees.clear();
    const nodes = nodesOf(ground, null);
    freezeDeep(nodes);
    trees.set(key, nodes);
    return nodes;
  }

  return {
    openedAt: (current, ground) => opened(closed(ground), stepsTo(current, ground)),
  };
}

type Step = Pick<NavNode, 'kind' | 'id'>;

/** Returns the steps through the tree to a category or article. */
function stepsTo(current: string, { order, categories, locale, visibility }: Ground): Step[] {
  const down = (category: Category): Step[] =>
    categories.ancestry(category.id).map(({ id }) => ({ kind: 'category', id }));
  const category = categories.byPath(locale, current);
  if (category) return down(category);
  const end = current.lastIndexOf('/');
  const parent = categories.byPath(locale, current.slice(0, Math.max(end, 0)));
  if (end !== -1 && !parent) return [];
  const slug = current.slice(end + 1);
  const article = order.entries(locale, parent?.id ?? 0, visibility).find((entry) => entry.slug === slug);
  return article ? [...(parent ? down(parent) : []), { kind: 'article', id: article.id }] : [];
}

/** Returns the tree with the branch along the steps opened, as far as it exists. */
function opened(nodes: readonly NavNode[], steps: readonly Step[]): NavNode[] {
  const way = wayAlong(nodes, steps);
  return way ?? [...nodes];
}

/** Returns null if the steps lead to nothing visible. */
function wayAlong(nodes: readonly NavNode[], [step, ...further]: readonly Step[]): NavNode[] | null {
  const index = step ? nodes.findIndex(({ kind, id }) => kind === step.kind && id === step.id) : -1;
  const node = nodes[index];
  if (!node) return null;
  const children = further.length === 0 ? node.children : wayAlong(node.children, further);
  if (!children) return null;
  return nodes.with(index, { ...node, current: further.length === 0, open: true, children });
}
