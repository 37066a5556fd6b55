import type { Article } from '../articles/article.js';
import type { Category } from '../categories/category-tree.js';
import type { AccessTarget } from './access-hooks.js';
import type { GuardedArticle } from './decide.js';

/** Article as rules and callbacks see it. */
export type JudgedArticle = GuardedArticle & Pick<Article, 'status'>;

/** Reduces an article to the target that callbacks receive. */
export function articleTarget({
  id,
  authorId,
  categoryIds,
  status,
}: Omit<JudgedArticle, 'ruleId'>): AccessTarget & { readonly type: 'article' } {
  return { type: 'article', id, authorId, categoryIds, status };
}

/** Reduces an article or a category to the target that callbacks receive. */
export function targetOf(target: Article | Category): AccessTarget {
  return 'categoryIds' in target ? articleTarget(target) : { type: 'category', id: target.id };
}
