import type { Visibility } from '../access/visibility.js';
import type { Article } from '../articles/article.js';
import type { Permalinks } from '../links/permalinks.js';
import type { Categories } from './categories.js';
import type { Category } from './category-tree.js';

/** A breadcrumb; the shape of filter `vendor_kb_breadcrumbs`. */
export interface Crumb {
  label: string;
  url: string;
  current: boolean;
}

/** Breadcrumbs from the top of the knowledge base to a page, the page itself last. */
export interface Breadcrumbs {
  /** Leaves out categories hidden from the viewer, since their names may be confidential. */
  ofArticle(
    article: Pick<Article, 'id' | 'title' | 'locale' | 'slug' | 'categoryIds'>,
    visibility: Visibility,
  ): Crumb[];
  ofCategory(category: Category): Crumb[];
}

export function createBreadcrumbs({
  categories,
  permalinks,
}: {
  categories: Categories;
  permalinks: Pick<Permalinks, 'articleHref' | 'categoryHref'>;
}): Breadcrumbs {
  const crumbOf = (category: Category, current: boolean): Crumb => ({
    label: category.name,
    url: permalinks.categoryHref(category),
    current,
  });
  return {
    ofArticle(article, { admitsCategory }) {
      const chain = categories.tree().ancestry(article.categoryIds[0] ?? 0);
      return [
        ...chain.filter(({ id }) => admitsCategory(id)).map((category) => crumbOf(category, false)),
        { label: article.title, url: permalinks.articleHref(article), current: true },
      ];
    },
    ofCategory(category) {
      const chain = categories.tree().ancestry(category.id);
      return chain.map((step) => crumbOf(step, step.id === category.id));
    },
  };
}
