import { LRUCache } from 'lru-cache';
import type { Category } from './category-tree.js';
import type { RenderedContent, Rendering } from './rendering.js';

/**
 * The rendered descriptions of categories, the same for everybody. They are in memory alone: they are few and short, and
 * every process has the tree with their sources at hand.
 */
export interface CategoryTexts {
  of(category: CategoryText): Promise<RenderedContent>;
  /** They are rendered again when they are next asked for. */
  forget(): void;
}

type CategoryText = Pick<Category, 'id' | 'description' | 'locale'>;

/** Of so many categories, those that were asked for last. */
const KEPT_CATEGORIES = 500;

export function createCategoryTexts({ render }: Pick<Rendering, 'render'>): CategoryTexts {
  const kept = new LRUCache<number, CategoryText & { readonly rendered: RenderedContent }>({ max: KEPT_CATEGORIES });
  return {
    async of({ id, description, locale }) {
      const known = kept.get(id);
      if (known && known.description === description && known.locale === locale) return known.rendered;
      const rendered = await render({ content: description, contentFormat: 'markdown', locale });
      kept.set(id, { id, description, locale, rendered });
      return rendered;
    },
    forget: () => kept.clear(),
  };
}
