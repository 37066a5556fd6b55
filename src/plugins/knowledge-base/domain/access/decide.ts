import type { Article } from '../articles/article.js';
import type { CategoryTree } from '../categories/category-tree.js';
import type { AccessMode, StoredRule, Teaser } from './rule.js';
import type { RuleVerdict } from './viewer.js';

/**
 * Ways to combine the rules of an article's categories: all must allow, any may allow, or only the primary one
 * counts.
 */
export const CATEGORY_POLICIES = ['all', 'any', 'primary'] as const;
export type CategoryPolicy = (typeof CATEGORY_POLICIES)[number];

/** Snapshot of all rules and their assignments. */
export interface RuleBook {
  readonly policy: CategoryPolicy;
  readonly tree: Pick<CategoryTree, 'ancestry' | 'all'>;
  readonly rules: ReadonlyMap<number, StoredRule>;
  /** Rule id by category id, for categories with their own rule. */
  readonly ofCategory: ReadonlyMap<number, number>;
}

/** Verdict of every rule for one viewer, and the reasons to skip the rules. */
export interface Verdicts {
  /** True for users who manage access: no rule restricts them. */
  readonly passesAll: boolean;
  /** Null for anonymous visitors. Authors always pass on their own articles. */
  readonly userId: number | null;
  /** Verdicts by rule id. A missing rule denies everyone. */
  readonly byRule: ReadonlyMap<number, RuleVerdict>;
}

/** Members of an article that rules depend on. */
export type GuardedArticle = Pick<Article, 'id' | 'authorId' | 'categoryIds'> & {
  /** The article's own rule, which replaces its categories' rules; null to inherit. */
  readonly ruleId: number | null;
};

/** Owner of a rule. */
export interface RuleSource {
  readonly type: 'article' | 'category' | 'none';
  readonly id: number;
}

/** Decision of the rules, before the article's status and plugin callbacks are applied. */
export interface RuleDecision {
  readonly allowed: boolean;
  readonly mode: AccessMode;
  readonly reason: RuleVerdict;
  /** Owner of the deciding rule. */
  readonly source: RuleSource;
  /** Every evaluated rule, top-down. */
  readonly chain: readonly { readonly source: RuleSource; readonly ruleId: number; readonly verdict: RuleVerdict }[];
  readonly listed: boolean;
  readonly teaser: Teaser;
  readonly teaserWords: number;
}

type Link = RuleDecision['chain'][number];

/** Applies the rules to an article. */
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

/** Applies the rules to a category: its own rule and those of all ancestors must allow access. */
export function decideCategory(book: RuleBook, id: number, verdicts: Verdicts): RuleDecision {
  return conclude(book, pathOf(book, id, verdicts), verdicts.passesAll);
}

/** Rules from the root of the tree down to the category. */
function pathOf({ tree, ofCategory }: RuleBook, id: number, verdicts: Verdicts): Link[] {
  return tree.ancestry(id).flatMap((category) => {
    const ruleId = ofCategory.get(category.id);
    return ruleId === undefined ? [] : [link(verdicts, { type: 'category', id: category.id }, ruleId)];
  });
}

function link({ byRule }: Verdicts, source: RuleSource, ruleId: number): Link {
  return { source, ruleId, verdict: byRule.get(ruleId) ?? 'nobody' };
}

/** The first denying rule decides; if none denies, the nearest one does. */
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
    // A single unlisted rule hides the article, whatever the others say.
    listed: closed.every(({ ruleId }) => rules.get(ruleId)?.rule.listed ?? false),
    teaser: teaserOf(rules, closed),
    teaserWords: rule?.teaserWords ?? 0,
  };
}

function teaserOf(rules: RuleBook['rules'], closed: readonly Link[]): Teaser {
  const teasers = closed.map(({ ruleId }) => rules.get(ruleId)?.rule.teaser ?? 'none');
  return teasers.includes('none') ? 'none' : (teasers[0] ?? 'none');
}

/** Verdicts by how easily a visitor can resolve them, easiest first. */
const EASE: readonly RuleVerdict[] = ['ok', 'password', 'login', 'role', 'capability', 'user', 'nobody'];

/** The closed path that is easiest to open. */
function easiest(paths: readonly Link[][]): Link[] {
  const effort = (path: readonly Link[]): number => Math.max(...path.map(({ verdict }) => EASE.indexOf(verdict)));
  return paths.reduce<Link[]>((best, path) => (best.length === 0 || effort(path) < effort(best) ? path : best), []);
}
