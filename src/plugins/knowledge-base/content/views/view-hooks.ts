import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { isObject, onPage } from '../../domain/accepts.js';
import type { Article } from '../../domain/articles/article.js';
import type { Category } from '../../domain/categories/category-tree.js';
import type { ArticleView } from './article-view.js';
import type { CategoryView } from './category-view.js';

declare module '../../../../index.js' {
  interface Filters {
    /** Filters the REST representation of an article. */
    vendor_kb_rest_article(
      view: ArticleView,
      article: Article,
      context: { readonly viewer: User | null; readonly context: 'view' | 'edit' },
    ): ArticleView | Promise<ArticleView>;
    /** Filters the REST representation of a category. */
    vendor_kb_rest_category(view: CategoryView, category: Category): CategoryView;
  }
}

/** Defines the hooks of REST representations. */
export function defineViewHooks({ define }: OwnedHooks): void {
  define('vendor_kb_rest_article', { ...onPage, kind: 'filter', accepts: isObject });
  define('vendor_kb_rest_category', { since: '0.1.0', decorating: true, kind: 'filter', accepts: isObject });
}
