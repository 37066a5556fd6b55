import { renderMarkdown } from '../../blocks.js';
import type { Visibility } from './access/visibility.js';
import type { Category } from './category-tree.js';
import type { Links } from './links.js';

/** A category as REST shows it. */
export interface CategoryView {
  id: number;
  slug: string;
  path: string;
  name: string;
  description: { raw: string; rendered: string };
  parent: number;
  order: number;
  icon: string | null;
  /** Published articles directly in it that the viewer may read. */
  count: number;
  depth: number;
  locale: string;
  link: string;
  children?: CategoryView[];
  _links: Record<string, { href: string; embeddable?: true }[]>;
}

/** What a view is made for. */
interface Look {
  /** Published articles by category id. */
  readonly counts: ReadonlyMap<number, number>;
  readonly visibility: Visibility;
  readonly tree?: boolean;
}

export type CategoryViewer = (category: Category, look: Look) => CategoryView;

function childrenOf({ children }: Category, { admitsCategory }: Visibility): Category[] {
  return children.filter(({ id }) => admitsCategory(id));
}

export function createCategoryView({
  links,
  restUrl,
}: {
  links: Links;
  restUrl: (path: string) => string;
}): CategoryViewer {
  const view: CategoryViewer = (category, look) => {
    const { counts, visibility, tree = false } = look;
    const { icon } = category.meta;
    return {
      id: category.id,
      slug: category.slug,
      path: category.path,
      name: category.name,
      description: { raw: category.description, rendered: renderMarkdown(category.description).html },
      parent: category.parentId,
      order: category.order,
      icon: typeof icon === 'string' ? icon : null,
      count: counts.get(category.id) ?? 0,
      depth: category.depth,
      locale: category.locale,
      link: links.url(category.locale, category.path),
      ...(tree ? { children: childrenOf(category, visibility).map((child) => view(child, look)) } : {}),
      _links: {
        self: [{ href: restUrl(`/categories/${category.id}`) }],
        collection: [{ href: restUrl('/categories') }],
        articles: [{ href: restUrl(`/categories/${category.id}/articles`) }],
        ...(category.parentId === 0
          ? {}
          : { up: [{ href: restUrl(`/categories/${category.parentId}`), embeddable: true }] }),
      },
    };
  };
  return view;
}
