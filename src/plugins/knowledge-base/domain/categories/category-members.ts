import type { Visibility } from '../access/visibility.js';
import { type ArticleSeo, NO_SEO } from '../articles/article.js';
import { type SeoView, seoView } from '../articles/article-members.js';
import type { Category, CategoryTree } from './category-tree.js';

/** Appearance and metadata of a category, stored with its other fields. */
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

/** Returns the translation key shared by a category's translations; null for none. */
export function translationKeyOfCategory({ meta }: Pick<Category, 'meta'>): string | null {
  return typeof meta.translation_key === 'string' ? meta.translation_key : null;
}

/** Returns ids by locale of a category's translations visible to the viewer, including itself. */
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
