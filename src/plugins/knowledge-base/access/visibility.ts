import type { ClosedSets } from './closed-sets.js';
import { isOutside } from './closed-sets.js';
import type { GuardedArticle } from './decide.js';

/** What one viewer may see of all articles at once: for lists, counts, navigation and search. */
export interface Visibility {
  /** Null for those whom nothing is closed to. */
  readonly closed: ClosedSets | null;
  /** The same key stands for the same answers. */
  readonly key: string;
  /** Whether the rules let this viewer read it. Of its state they say nothing. */
  admits(article: GuardedArticle): boolean;
  admitsCategory(id: number): boolean;
}

export function visibilityOf(closed: ClosedSets | null): Visibility {
  let key: string | undefined;
  return {
    closed,
    // Few who ask what is visible remember anything by it.
    get key() {
      key ??= closed ? keyOf(closed) : 'everything';
      return key;
    },
    admits: (article) => isOutside(closed, article),
    admitsCategory: (id) => !closed?.hidden.has(id),
  };
}

/** For what acts with all rights: the command line, imports, indexes. */
export const EVERYTHING = visibilityOf(null);

function keyOf({ policy, categories, hidden, openRules, author, opened, denied }: ClosedSets): string {
  const lists = [categories, hidden, openRules, opened, denied].map((ids) =>
    [...ids].sort((one, other) => one - other),
  );
  return JSON.stringify([policy, author, ...lists]);
}
