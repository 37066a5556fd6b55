import type { OwnedHooks } from '../../../../hooks.js';
import type { KbAccess } from '../../domain/access/access.js';
import { type AccessView, type RuleView, toAccessView, toRuleView } from '../../domain/access/access-view.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import type { Visibility } from '../../domain/access/visibility.js';
import type { Categories } from '../../domain/categories/categories.js';
import {
  appearanceOf,
  type CategoryAppearance,
  translationsOfCategory,
} from '../../domain/categories/category-members.js';
import type { Category } from '../../domain/categories/category-tree.js';
import type { Permalinks } from '../../domain/links/permalinks.js';

/** A category as the REST API returns it. */
export interface CategoryView extends CategoryAppearance {
  id: number;
  slug: string;
  path: string;
  name: string;
  description: { raw: string; rendered: string };
  parent: number;
  order: number;
  /** Published articles directly in it that the viewer may read. */
  count: number;
  /** All published articles directly in it; only with `context=edit`. */
  count_total?: number;
  /** The viewer's access to it. */
  access: AccessView;
  /** Its own rule; only with `context=edit`. */
  access_rule?: RuleView;
  depth: number;
  locale: string;
  translations: Record<string, number>;
  link: string;
  children?: CategoryView[];
  _links: Record<string, { href: string; embeddable?: true }[]>;
}

/** Inputs of a view. */
interface Look {
  readonly viewer: KbViewer;
  /** Number of published articles by category id. */
  readonly counts: ReadonlyMap<number, number>;
  readonly visibility: Visibility;
  /** Filter and order of nested categories. Without it, none are nested. */
  readonly tree?: {
    readonly keeps: (category: Category) => boolean;
    readonly compare: (one: Category, other: Category) => number;
  };
  /** Counts regardless of the viewer; null for viewers who may not see them. */
  readonly total?: ReadonlyMap<number, number> | null;
}

export type CategoryViewer = (category: Category, look: Look) => Promise<CategoryView>;

export function createCategoryView({
  access,
  categories,
  describe,
  hooks,
  permalinks,
  restUrl,
}: {
  access: Pick<KbAccess, 'ofCategory' | 'rules'>;
  categories: Pick<Categories, 'tree'>;
  describe: (category: Category) => Promise<{ readonly html: string }>;
  hooks: Pick<OwnedHooks, 'applyFilters'>;
  permalinks: Pick<Permalinks, 'categoryUrl'>;
  restUrl: (path: string) => string;
}): CategoryViewer {
  const view: CategoryViewer = async (category, look) => {
    const { counts, viewer, visibility, tree, total = null } = look;
    const children = tree ? category.children.filter(tree.keeps).sort(tree.compare) : [];
    const categoryView: CategoryView = {
      id: category.id,
      slug: category.slug,
      path: category.path,
      name: category.name,
      description: { raw: category.description, rendered: (await describe(category)).html },
      parent: category.parentId,
      order: category.order,
      ...appearanceOf(category),
      count: counts.get(category.id) ?? 0,
      access: toAccessView(await access.ofCategory(category.id, viewer)),
      ...(total
        ? {
            count_total: total.get(category.id) ?? 0,
            access_rule: toRuleView(access.rules.ofCategory(category.id)),
          }
        : {}),
      depth: category.depth,
      locale: category.locale,
      translations: translationsOfCategory(category, categories.tree(), visibility),
      link: permalinks.categoryUrl(category),
      ...(tree ? { children: await Promise.all(children.map((child) => view(child, look))) } : {}),
      _links: {
        self: [{ href: restUrl(`/categories/${category.id}`) }],
        collection: [{ href: restUrl('/categories') }],
        articles: [{ href: restUrl(`/categories/${category.id}/articles`) }],
        ...(category.parentId === 0
          ? {}
          : { up: [{ href: restUrl(`/categories/${category.parentId}`), embeddable: true }] }),
      },
    };
    return hooks.applyFilters('vendor_kb_rest_category', categoryView, category);
  };
  return view;
}
