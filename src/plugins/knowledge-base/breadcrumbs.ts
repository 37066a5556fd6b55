import type { Visibility } from './access/visibility.js';
import type { Article } from './article.js';
import type { Categories } from './categories.js';
import type { Category } from './category-tree.js';
import type { Links } from './links.js';
import type { Crumb } from './template-data.js';

/** The way from the top of the knowledge base to a page, the page itself last. */
export interface Breadcrumbs {
  /** Without the categories that the viewer may not see, whose names would tell something. */
  ofArticle(article: Pick<Article, 'title' | 'locale' | 'slug' | 'categoryIds'>, visibility: Visibility): Crumb[];
  ofCategory(category: Category): Crumb[];
}

export function createBreadcrumbs({ categories, links }: { categories: Categories; links: Links }): Breadcrumbs {
  const crumbOf = (category: Category, current: boolean): Crumb => ({
    label: category.name,
    url: links.href(category.locale, category.path),
    current,
  });
  return {
    ofArticle({ title, locale, slug, categoryIds }, { admitsCategory }) {
      const chain = categories.tree().ancestry(categoryIds[0] ?? 0);
      const path = [...chain.map((category) => category.slug), slug].join('/');
      return [
        ...chain.filter(({ id }) => admitsCategory(id)).map((category) => crumbOf(category, false)),
        { label: title, url: links.href(locale, path), current: true },
      ];
    },
    ofCategory(category) {
      const chain = categories.tree().ancestry(category.id);
      return chain.map((step) => crumbOf(step, step.id === category.id));
    },
  };
}
