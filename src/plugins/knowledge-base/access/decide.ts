import type { Article } from '../article.js';
import type { CategoryTree } from '../category-tree.js';
import type { AccessMode, StoredRule, Teaser } from './rule.js';
import type { RuleVerdict } from './viewer.js';

/** How the rules of several categories of one article count: all must let in, any does, or the primary one alone. */
export const CATEGORY_POLICIES = ['all', 'any', 'primary'] as const;
export type CategoryPolicy = (typeof CATEGORY_POLICIES)[number];

/** All rules and where they hang, as of one moment. */
export interface RuleBook {
  readonly policy: CategoryPolicy;
  readonly tree: Pick<CategoryTree, 'ancestry' | 'all'>;
  readonly rules: ReadonlyMap<number, StoredRule>;
  /** The id of the rule of each category that has one of its own. */
  readonly ofCategory: ReadonlyMap<number, number>;
}

/** What each rule of the book says of one viewer, and what this viewer passes without being asked. */
export interface Verdicts {
  /** Administrators of the knowledge base: no rule stops them. */
  readonly passesAll: boolean;
  /** Null for strangers. An author always passes. */
  readonly userId: number | null;
  /** By rule id; a rule that is not there lets in nobody. */
  readonly byRule: ReadonlyMap<number, RuleVerdict>;
}

/** What rules are asked about of an article. */
export type GuardedArticle = Pick<Article, 'id' | 'authorId' | 'categoryIds'> & {
  /** Its own rule, which replaces those of its categories; null where it inherits. */
  readonly ruleId: number | null;
};

/** Whose rule it is. */
export interface RuleSource {
  readonly type: 'article' | 'category' | 'none';
  readonly id: number;
}

/** What the rules say, before the article's state and the callbacks of plugins have their word. */
export interface RuleDecision {
  readonly allowed: boolean;
  readonly mode: AccessMode;
  readonly reason: RuleVerdict;
  /** Whose rule decided. */
  readonly source: RuleSource;
  /** Every rule that was asked, from the top. */
  readonly chain: readonly { readonly source: RuleSource; readonly ruleId: number; readonly verdict: RuleVerdict }[];
  readonly listed: boolean;
  readonly teaser: Teaser;
  readonly teaserWords: number;
}

type Link = RuleDecision['chain'][number];

/** What the rules say of an article and a viewer. */
export function decideArticle(book: RuleBook, article: GuardedArticle, verdicts: Verdicts): RuleDecision {
  const isAuthor = verdicts.userId !== null && article.authorId === verdicts.userId;
  const passes = verdicts.passesAll || isAuthor;
  if (article.ruleId !== null) {
    return conclude(book, [link(verdicts, { type: 'article', id: article.id }, article.ruleId)], passes);
  }
  const paths = article.categoryIds.map((id) => pathOf(book, id, verdicts));
  switch (book.policy) {
    case 'primary':
      return conclude(book, paths[0] ?? [], passes);
    case 'all':
      return conclude(book, paths.flat(), passes);
    case 'any': {
      const open = paths.find((path) => path.every(({ verdict }) => verdict === 'ok'));
      return conclude(book, open ?? easiest(paths), passes);
    }
  }
}

/** What the rules say of a category: every one above it, and its own, must let in. */
export function decideCategory(book: RuleBook, id: number, verdicts: Verdicts): RuleDecision {
  return conclude(book, pathOf(book, id, verdicts), verdicts.passesAll);
}

/** The rules from the top of the tree down to the category. */
function pathOf({ tree, ofCategory }: RuleBook, id: number, verdicts: Verdicts): Link[] {
  return tree.ancestry(id).flatMap((category) => {
    const ruleId = ofCategory.get(category.id);
    return ruleId === undefined ? [] : [link(verdicts, { type: 'category', id: category.id }, ruleId)];
  });
}

function link({ byRule }: Verdicts, source: RuleSource, ruleId: number): Link {
  return { source, ruleId, verdict: byRule.get(ruleId) ?? 'nobody' };
}

/** The first rule that does not let in is the one to speak of; where all do, the nearest. */
function conclude({ rules }: RuleBook, chain: readonly Link[], passes: boolean): RuleDecision {
  const closed = chain.filter(({ verdict }) => verdict !== 'ok');
  const deciding = closed[0] ?? chain.at(-1);
  const rule = deciding && rules.get(deciding.ruleId)?.rule;
  const allowed = passes || closed.length === 0;
  return {
    allowed,
    mode: rule?.mode ?? (deciding ? 'nobody' : 'public'),
    reason: allowed ? 'ok' : (deciding?.verdict ?? 'ok'),
    source: deciding?.source ?? { type: 'none', id: 0 },
    chain,
    // One rule that hides it hides it, whatever the others say.
    listed: closed.every(({ ruleId }) => rules.get(ruleId)?.rule.listed ?? false),
    teaser: teaserOf(rules, closed),
    teaserWords: rule?.teaserWords ?? 0,
  };
}

function teaserOf(rules: RuleBook['rules'], closed: readonly Link[]): Teaser {
  const teasers = closed.map(({ ruleId }) => rules.get(ruleId)?.rule.teaser ?? 'none');
  return teasers.includes('none') ? 'none' : (teasers[0] ?? 'none');
}

/** In which order a viewer would rather be told why not. */
const EASE: readonly RuleVerdict[] = ['ok', 'password', 'login', 'role', 'capability', 'user', 'nobody'];

/** Of several ways in that are all closed, the one that is the least so. */
function easiest(paths: readonly Link[][]): Link[] {
  const effort = (path: readonly Link[]): number => Math.max(...path.map(({ verdict }) => EASE.indexOf(verdict)));
  return paths.reduce<Link[]>((best, path) => (best.length === 0 || effort(path) < effort(best) ? path : best), []);
}
