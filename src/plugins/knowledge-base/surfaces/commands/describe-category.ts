import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { invalidParam } from '../../domain/errors.js';
import { numberOf } from './option-values.js';

export const CATEGORY_COLUMNS = ['id', 'name', 'path', 'locale', 'articles'] as const;

/** Formats a category as a row. */
export function describeCategory(category: Category, counts: ReadonlyMap<number, number>) {
  return {
    id: category.id,
    name: category.name,
    slug: category.slug,
    path: category.path,
    parent: category.parentId,
    locale: category.locale,
    articles: counts.get(category.id) ?? 0,
  };
}

/** Loads a category. @throws HostError 400 `vendor_kb_invalid_param`, 404 `vendor_kb_category_not_found` */
export function mustGetCategory({ categories }: Pick<KnowledgeBase, 'categories'>, id: string | undefined): Category {
  return categories.get(numberOf(id, 'ID of a category'));
}

/** Validates a name. @throws HostError 400 `vendor_kb_invalid_param` if it is empty */
export function nameOf(name: string): string {
  if (name.trim() !== '') return name;
  throw invalidParam('name', 'A category requires a name.');
}
