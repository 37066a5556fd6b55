import type { CategoryPolicy, GuardedArticle, RuleBook, Verdicts } from './decide.js';

/**
 * What is closed to one viewer, as sets that SQL and the search index can ask: the same answer as `decideArticle` for
 * every article, without looking at each.
 */
export interface ClosedSets {
  readonly policy: CategoryPolicy;
  /** Categories that this viewer may not see, for their own rule or one above them. */
  readonly categories: ReadonlySet<number>;
  /** The same, and what callbacks of plugins made of it: not shown as categories, whatever may be read of what is in them. */
  readonly hidden: ReadonlySet<number>;
  /** Rules that let this viewer in. Any other closes the article that has it. */
  readonly openRules: ReadonlySet<number>;
  /** The author whose articles are open whatever the rules say; null for strangers. */
  readonly author: number | null;
  /** Articles that callbacks of plugins decided otherwise than the rules. */
  readonly opened: ReadonlySet<number>;
  readonly denied: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** @returns null for those whom no rule stops */
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
    // What this process has not heard of yet stays closed.
    openRules: new Set([...rules.keys()].filter(isOpen)),
    author: verdicts.userId,
    opened: NONE,
    denied: NONE,
  };
}

/** Whether an article is outside the closed sets. */
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
