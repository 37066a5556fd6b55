import type { OwnedHooks } from '../../../index.js';
import type { Category } from '../category-tree.js';
import type { Actor } from './article-hooks.js';

/** A category without what is below it. */
export type CategoryRecord = Omit<Category, 'children'>;

declare module '../../../index.js' {
  interface Actions {
    /** A category was saved, and the change is in the database; `previous` is null for a new one. */
    vendor_kb_category_saved(
      category: CategoryRecord,
      previous: CategoryRecord | null,
      context: Actor,
    ): void | Promise<void>;
    /** A category was deleted; what was in it has been told of before. */
    vendor_kb_category_deleted(category: CategoryRecord, context: Actor): void | Promise<void>;
  }
}

/** Follows changes of categories; a callback that fails is left out. */
export function defineCategoryHooks({ define }: OwnedHooks): void {
  define('vendor_kb_category_saved', { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
  define('vendor_kb_category_deleted', { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
}
