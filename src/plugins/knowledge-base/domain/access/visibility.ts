import type { ClosedSets } from './closed-sets.js';
import { isOutside } from './closed-sets.js';
import type { GuardedArticle } from './decide.js';

/** Visibility of all articles for one viewer: for lists, counts, navigation and search. */
export interface Visibility {
  /** Null for viewers without restrictions. */
  readonly closed: ClosedSets | null;
  /** Equal keys mean equal visibility. */
  readonly key: string;
  /** Whether the rules let this viewer read the article. Ignores its status. */
  admits(article: GuardedArticle): boolean;
  admitsCategory(id: number): boolean;
}

export function visibilityOf(closed: ClosedSets | null): Visibility {
  let key: string | undefined;
  return {
    closed,
    // Computed lazily: most callers do not cache by it.
    get key() {
      key ??= closed ? keyOf(closed) : 'everything';
      return key;
    },
    admits: (article) => isOutside(closed, article),
    admitsCategory: (id) => !closed?.hidden.has(id),
  };
}

/** Visibility for callers with all permissions: the CLI, imports and indexing. */
export const EVERYTHING = visibilityOf(null);

function keyOf({ policy, categories, hidden, openRules, author, opened, denied }: ClosedSets): string {
  const lists = [categories, hidden, openRules, opened, denied].map((ids) =>
    [...ids].sort((one, other) => one - other),
  );
  return JSON.stringify([policy, author, ...lists]);
}
