import { isPublic } from '../article.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { loadEveryArticle } from './every-article.js';
import { findRuleUse } from './unused-rules.js';
import type { KbViewer } from './viewer.js';

/** What an administrator may want to know of rules. */
export interface AccessReport {
  /** Ids of public articles that their own rule opens to the viewer, in categories that are all closed: nothing leads there. */
  readonly notNavigable: readonly number[];
  /** Ids of rules that no article, category or file has any more. */
  readonly unusedRules: readonly number[];
}

export async function reportAccess(
  { access, db }: Pick<KnowledgeBase, 'access' | 'db'>,
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
