import type { Database } from '../../../../database.js';
import { isPublic } from '../articles/article.js';
import type { KbAccess } from './access.js';
import { loadEveryArticle } from './open-articles.js';
import { findRuleUse } from './unused-rules.js';
import type { KbViewer } from './viewer.js';

/** Rule findings for administrators. */
export interface AccessReport {
  /**
   * Ids of public articles that the viewer may read but cannot navigate to. Their own rule opens them, but all their
   * categories are closed.
   */
  readonly notNavigable: readonly number[];
  /** Ids of rules that no article, category or file uses. */
  readonly unusedRules: readonly number[];
}

export async function reportAccess(
  { access, db }: { readonly access: KbAccess; readonly db: Database },
  viewer: KbViewer,
): Promise<AccessReport> {
  const [visibility, articles, { unused }] = await Promise.all([
    access.visibility(viewer),
    loadEveryArticle(db),
    findRuleUse(db),
  ]);
  return {
    notNavigable: articles
      .filter((article) => article.ruleId !== null && isPublic(article) && visibility.admits(article))
      .filter(({ categoryIds }) => categoryIds.length > 0 && !categoryIds.some(visibility.admitsCategory))
      .map(({ id }) => id),
    unusedRules: unused,
  };
}
