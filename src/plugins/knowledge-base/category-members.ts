import type { Visibility } from './access/visibility.js';
import { type ArticleSeo, NO_SEO } from './article.js';
import { type SeoView, seoView } from './article-members.js';
import type { Category, CategoryTree } from './category-tree.js';

/** How a category is shown beside its name, and told of elsewhere. It is kept with the category's other fields. */
export interface CategoryAppearance {
  icon: string | null;
  /** `#rrggbb`. */
  color: string | null;
  /** Id in the media library; 0 for none. */
  image: number;
  seo: SeoView;
}

export function appearanceOf({ meta }: Pick<Category, 'meta'>): CategoryAppearance {
  const { icon, color, image, seo } = meta;
  return {
    icon: typeof icon === 'string' ? icon : null,
    color: typeof color === 'string' ? color : null,
    image: typeof image === 'number' ? image : 0,
    seo: seoView({ ...NO_SEO, ...(seo as Partial<ArticleSeo> | undefined) }),
  };
}

/** What categories that say the same in other languages have in common; null for one without any. */
export function translationKeyOfCategory({ meta }: Pick<Category, 'meta'>): string | null {
  return typeof meta.translation_key === 'string' ? meta.translation_key : null;
}

/** Ids by locale of the same category in other languages that the viewer may know of, itself included. */
export function translationsOfCategory(
  category: Category,
  tree: CategoryTree,
  { admitsCategory }: Pick<Visibility, 'admitsCategory'>,
): Record<string, number> {
  const key = translationKeyOfCategory(category);
  const own = { [category.locale]: category.id };
  if (key === null) return own;
  const others = tree.all().filter((other) => translationKeyOfCategory(other) === key && admitsCategory(other.id));
  return { ...Object.fromEntries(others.map(({ locale, id }) => [locale, id])), ...own };
}
