import type { CategoryPolicy, GuardedArticle, RuleBook, Verdicts } from './decide.js';

/**
 * Categories and articles closed to one viewer, as sets that SQL and the search index can use. Gives the same response
 * as `decideArticle` for every article, without evaluating each one.
 */
export interface ClosedSets {
  readonly policy: CategoryPolicy;
  /** Categories closed to this viewer by their own rule or by an ancestor's. */
  readonly categories: ReadonlySet<number>;
  /** `categories` adjusted by callbacks: hidden from category lists, even if articles in them are readable. */
  readonly hidden: ReadonlySet<number>;
  /** Rules that let this viewer in. Every other rule closes its article. */
  readonly openRules: ReadonlySet<number>;
  /** Author whose articles are open regardless of rules; null for anonymous visitors. */
  readonly author: number | null;
  /** Articles for which callbacks overrode the rules. */
  readonly opened: ReadonlySet<number>;
  readonly denied: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** @returns null for viewers whom no rule restricts */
export function closedSets(book: RuleBook, verdicts: Verdicts): ClosedSets | null {
  if (verdicts.passesAll) return null;
  const { policy, tree, rules, ofCategory } = book;
  const isOpen = (ruleId: number | undefined): boolean => ruleId === undefined || verdicts.byRule.get(ruleId) === 'ok';
  const closed = tree
    .all()
    .filter(({ id }) => !tree.ancestry(id).every((category) => isOpen(ofCategory.get(category.id))));
  const shut = new Set(closed.map(({ id }) => id));
  return {
    policy,
    categories: shut,
    hidden: shut,
    // Rules this process has not loaded yet stay closed.
    openRules: new Set([...rules.keys()].filter(isOpen)),
    author: verdicts.userId,
    opened: NONE,
    denied: NONE,
  };
}

/** Returns whether an article is outside the closed sets. */
export function isOutside(closed: ClosedSets | null, article: GuardedArticle): boolean {
  if (!closed) return true;
  const { policy, categories, openRules, author, opened, denied } = closed;
  if (denied.has(article.id)) return false;
  if (opened.has(article.id)) return true;
  if (author !== null && article.authorId === author) return true;
  if (article.ruleId !== null) return openRules.has(article.ruleId);
  const [primary] = article.categoryIds;
  switch (policy) {
    case 'primary':
      return primary === undefined || !categories.has(primary);
    case 'all':
      return !article.categoryIds.some((id) => categories.has(id));
    case 'any':
      return primary === undefined || article.categoryIds.some((id) => !categories.has(id));
  }
}
