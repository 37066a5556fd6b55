import { LRUCache } from 'lru-cache';
import type { Category } from '../../domain/categories/category-tree.js';
import type { RenderedContent, Rendering } from '../../domain/rendering/rendering.js';

/**
 * Cache of rendered category descriptions, shared by all readers.
 * In memory only: there are few, they are short, and every process has the tree with their sources.
 */
export interface CategoryTexts {
  of(category: CategoryText): Promise<RenderedContent>;
  /** Clears the cache. */
  forget(): void;
}

type CategoryText = Pick<Category, 'id' | 'description' | 'locale'>;

/** Maximum number of categories kept (LRU). */
const KEPT_CATEGORIES = 500;

export function createCategoryTexts({ render }: Pick<Rendering, 'render'>): CategoryTexts {
  const cache = new LRUCache<number, CategoryText & { readonly rendered: RenderedContent }>({ max: KEPT_CATEGORIES });
  return {
    async of({ id, description, locale }) {
      const cached = cache.get(id);
      if (cached && cached.description === description && cached.locale === locale) return cached.rendered;
      const rendered = await render({ content: description, contentFormat: 'markdown', locale });
      cache.set(id, { id, description, locale, rendered });
      return rendered;
    },
    forget: () => cache.clear(),
  };
}
