import type { OwnedHooks } from '../../../../hooks.js';
import type { Actor } from '../articles/actor.js';
import type { Category } from './category-tree.js';

/** Category without its children. */
export type CategoryRecord = Omit<Category, 'children'>;

declare module '../../../../index.js' {
  interface Actions {
    /** A category was saved and the change is committed. `previous` is null for a new category. */
    vendor_kb_category_saved(
      category: CategoryRecord,
      previous: CategoryRecord | null,
      context: Actor,
    ): void | Promise<void>;
    /** A category was deleted. The hooks for its contents fired before. */
    vendor_kb_category_deleted(category: CategoryRecord, context: Actor): void | Promise<void>;
  }
}

/** Defines the category hooks. A failing callback is skipped. */
export function defineCategoryHooks({ define }: OwnedHooks): void {
  define('vendor_kb_category_saved', { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
  define('vendor_kb_category_deleted', { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
}
