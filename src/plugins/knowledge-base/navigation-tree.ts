import { freezeDeep } from '../../index.js';
import type { Visibility } from './access/visibility.js';
import type { Category, CategoryTree } from './category-tree.js';
import type { Permalinks } from './permalinks.js';
import type { ReadingOrder } from './reading-order.js';
import type { NavNode } from './template-data.js';

/** What a tree is made from. */
interface Ground {
  readonly order: ReadingOrder;
  readonly categories: CategoryTree;
  readonly locale: string;
  readonly visibility: Visibility;
}

/** The navigation of a locale for those who may see the same. */
export interface NavigationTrees {
  /**
   * The tree, opened at `current`. Branches that are not open are shared by all who are shown them: nobody may change
   * them.
   * @param current a path below the knowledge base
   */
  openedAt(current: string, ground: Ground): NavNode[];
}

/** How many trees are remembered: languages, times what differs between viewers. */
const REMEMBERED = 50;

/** Every page has the tree, which is the same for all but for the branch that is open. */
export function createNavigationTrees(permalinks: Pick<Permalinks, 'hrefOf' | 'isFiltered'>): NavigationTrees {
  const kept = new WeakMap<ReadingOrder, WeakMap<CategoryTree, Map<string, NavNode[]>>>();

  function nodesOf(ground: Ground, category: Category | null): NavNode[] {
    const { order, categories, locale, visibility } = ground;
    const prefix = category ? `${category.path}/` : '';
    const children = category ? category.children : categories.roots(locale);
    const node = (kind: NavNode['kind'], id: number, title: string, path: string, below: NavNode[]): NavNode => ({
      ...{ kind, id, title, link: permalinks.hrefOf(kind, id, locale, path) },
      ...{ current: false, open: false, children: below },
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
    // Addresses that a callback decides on may be others the next time.
    if (permalinks.isFiltered()) return nodesOf(ground, null);
    const { order, categories, locale, visibility } = ground;
    const ofOrder = kept.get(order) ?? new WeakMap<CategoryTree, Map<string, NavNode[]>>();
    kept.set(order, ofOrder);
    const trees = ofOrder.get(categories) ?? new Map<string, NavNode[]>();
    ofOrder.set(categories, trees);
    const key = `${locale} ${visibility.key}`;
    const known = trees.get(key);
    if (known) return known;
    if (trees.size >= REMEMBERED) trees.clear();
    const made = nodesOf(ground, null);
    freezeDeep(made);
    trees.set(key, made);
    return made;
  }

  return {
    openedAt: (current, ground) => opened(closed(ground), stepsTo(current, ground)),
  };
}

type Step = Pick<NavNode, 'kind' | 'id'>;

/** The way through the tree to a path: the categories down to a category, or down to an article. */
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

/** The same with the branch opened along the steps, as far as they go. */
function opened(nodes: readonly NavNode[], steps: readonly Step[]): NavNode[] {
  const way = wayAlong(nodes, steps);
  return way ?? [...nodes];
}

/** Null where the steps lead to nothing that is shown. */
function wayAlong(nodes: readonly NavNode[], [step, ...further]: readonly Step[]): NavNode[] | null {
  const index = step ? nodes.findIndex(({ kind, id }) => kind === step.kind && id === step.id) : -1;
  const node = nodes[index];
  if (!node) return null;
  const children = further.length === 0 ? node.children : wayAlong(node.children, further);
  if (!children) return null;
  return nodes.with(index, { ...node, current: further.length === 0, open: true, children });
}
