import type { Logger } from 'pino';
import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { type Article, isPublic } from '../articles/article.js';
import type { Categories } from '../categories/categories.js';
import type { Fresh } from '../lazy-value.js';
import type { AccessTarget } from './access-hooks.js';
import { type ClosedSets, closedSets, isOutside } from './closed-sets.js';
import {
  type CategoryPolicy,
  decideArticle,
  decideCategory,
  type GuardedArticle,
  type RuleBook,
  type Verdicts,
} from './decide.js';
import { type EffectiveAccess, OPEN, statusOf, toEffective } from './effective.js';
import type { Explanation } from './explanation.js';
import type { AccessRule } from './rule.js';
import type { Rules } from './rules.js';
import { articleTarget, type JudgedArticle } from './target.js';
import { judge, type KbViewer } from './viewer.js';
import { type Visibility, visibilityOf } from './visibility.js';

/** Decides about read access: the single place that everything which shows articles asks. */
export interface KbAccess {
  readonly rules: Rules;
  of(article: Article, viewer: KbViewer): Promise<EffectiveAccess>;
  /** Decides about an unsaved version of an article under its own rule; null to inherit. */
  ofDraft(article: Article, rule: AccessRule | null, viewer: KbViewer): Promise<EffectiveAccess>;
  ofCategory(id: number, viewer: KbViewer): Promise<EffectiveAccess>;
  /**
   * The decision shared by all viewers if no rule, status or callback restricts an article; null if `of` must
   * decide.
   */
  common(article: Article): EffectiveAccess | null;
  /** Decides like `of` and returns every step of the decision. */
  explain(article: Article, viewer: KbViewer): Promise<Explanation>;
  /** Decides about all articles together. */
  visibility(viewer: KbViewer): Promise<Visibility>;
  /** Rule that an access decision is based on. */
  decidingRule(access: EffectiveAccess): AccessRule | null;
  /** Whether any rule applies to an article, even if it allows everyone. */
  isGuarded(article: PlacedArticle): boolean;
  /** Whether a change frees an article from a rule of its categories, which requires a permission. */
  isFreed(before: PlacedArticle, after: PlacedArticle): boolean;
  /** Invalidates the list of articles. Call it when articles change. */
  forget(): void;
}

interface PlacedArticle {
  readonly ruleId: number | null;
  readonly categoryIds: readonly number[];
}

export interface AccessParts {
  readonly rules: Rules;
  readonly categories: Pick<Categories, 'tree'>;
  readonly hooks: OwnedHooks;
  readonly log: Logger;
  readonly policy: () => Promise<CategoryPolicy>;
  /** All articles, for callbacks that decide about each one individually. */
  readonly everyArticle: Fresh<readonly JudgedArticle[]>;
}

/** Verdicts of a rule book for one viewer. */
interface ViewerVerdicts {
  readonly book: RuleBook;
  readonly verdicts: Verdicts;
}

export function createAccess({ rules, categories, hooks, log, policy, everyArticle }: AccessParts): KbAccess {
  let book: RuleBook | null = null;
  const cache = new WeakMap<KbViewer, ViewerVerdicts>();
  /** Whether an article has no rule, valid for one category tree and its rule assignments. */
  const unguarded = new WeakMap<
    JudgedArticle,
    { readonly tree: object; readonly hung: object; readonly isOpen: boolean }
  >();
  const seen = new WeakMap<KbViewer, { readonly book: RuleBook; readonly visibility: Promise<Visibility> }>();

  const ofStrangers = new WeakMap<RuleBook, Visibility>();

  /** Returns the same object until a rule, a category or the policy changes. */
  async function currentBook(): Promise<RuleBook> {
    const parts = { policy: await policy(), tree: categories.tree(), ...rules.snapshot() };
    const isSame =
      book?.policy === parts.policy &&
      book.tree === parts.tree &&
      book.rules === parts.rules &&
      book.ofCategory === parts.ofCategory;
    if (!book || !isSame) book = parts;
    return book;
  }

  const judged = async (viewer: KbViewer): Promise<ViewerVerdicts> => judgedBy(await currentBook(), viewer);

  async function judgedBy(current: RuleBook, viewer: KbViewer): Promise<ViewerVerdicts> {
    const before = cache.get(viewer);
    if (before?.book === current) return before;
    const after = { book: current, verdicts: await verdictsOf(current, viewer) };
    cache.set(viewer, after);
    return after;
  }

  /** Ids of the rules of the categories and their ancestors. */
  function rulesAbove(categoryIds: readonly number[]): number[] {
    const { ofCategory: hung } = rules.snapshot();
    const above = categoryIds.flatMap((id) => categories.tree().ancestry(id));
    return above.flatMap(({ id }) => hung.get(id) ?? []);
  }

  const hasCallbacks = (): boolean =>
    hooks.hasFilter('vendor_kb_effective_access') || hooks.hasFilter('vendor_kb_can_access');

  /** Applies the callbacks to the rules' decision. Fails closed: a failing callback denies access. */
  async function withCallbacks(
    access: EffectiveAccess,
    target: AccessTarget,
    viewer: User | null,
  ): Promise<EffectiveAccess> {
    try {
      const changed = await hooks.applyFiltersAsync('vendor_kb_effective_access', access, target, { viewer });
      const allowed =
        target.type === 'article'
          ? await hooks.applyFiltersAsync('vendor_kb_can_access', changed.allowed, target, { viewer })
          : changed.allowed;
      return settled({ ...changed, allowed });
    } catch (error) {
      log.error({ err: error, target }, 'An access callback failed; access is denied');
      return settled({ ...access, allowed: false });
    }
  }

  function openToAll(article: JudgedArticle): EffectiveAccess | null {
    if (!isPublic(article) || hasCallbacks()) return null;
    const tree = categories.tree();
    const { ofCategory: hung } = rules.snapshot();
    let cached = unguarded.get(article);
    if (cached?.tree !== tree || cached.hung !== hung) {
      cached = { tree, hung, isOpen: !isGuarded(article) };
      unguarded.set(article, cached);
    }
    return cached.isOpen ? OPEN : null;
  }

  const isGuarded = ({ ruleId, categoryIds }: PlacedArticle): boolean =>
    ruleId !== null || rulesAbove(categoryIds).length > 0;

  async function ruled(article: JudgedArticle, viewer: KbViewer, by?: ViewerVerdicts): Promise<EffectiveAccess> {
    const { book: current, verdicts } = by ?? (await judged(viewer));
    const decision = decideArticle(current, article, verdicts);
    const asks = !verdicts.passesAll && !isAuthor(article, verdicts) && hasCallbacks();
    const vary = decision.chain.length === 0 && !asks && isPublic(article) ? 'public' : keyOfViewer(viewer);
    const access = toEffective(decision, vary);
    return asks ? withCallbacks(access, articleTarget(article), viewer.user) : access;
  }

  /** Without rules, all anonymous visitors see the same, so the result is shared. */
  function forStrangers(current: RuleBook): Visibility {
    const cached = ofStrangers.get(current);
    if (cached) return cached;
    const visibility = visibilityOf(closedSets(current, { passesAll: false, userId: null, byRule: new Map() }));
    ofStrangers.set(current, visibility);
    return visibility;
  }

  async function look(viewer: KbViewer, current: RuleBook, verdicts: Verdicts): Promise<Visibility> {
    const closed = closedSets(current, verdicts);
    return visibilityOf(closed && hasCallbacks() ? await askedOfEach(closed, viewer) : closed);
  }

  async function askedOfEach(closed: ClosedSets, viewer: KbViewer): Promise<ClosedSets> {
    const opened = new Set<number>();
    const denied = new Set<number>();
    for (const article of await everyArticle.get()) {
      const { allowed } = await ruled(article, viewer);
      if (allowed !== isOutside(closed, article)) (allowed ? opened : denied).add(article.id);
    }
    const hidden = new Set(closed.categories);
    for (const { id } of categories.tree().all()) {
      const { allowed } = await ofCategory(id, viewer);
      if (allowed) hidden.delete(id);
      else hidden.add(id);
    }
    return { ...closed, hidden, opened, denied };
  }

  async function ofCategory(id: number, viewer: KbViewer): Promise<EffectiveAccess> {
    const { book: current, verdicts } = await judged(viewer);
    const decision = decideCategory(current, id, verdicts);
    const asks = !verdicts.passesAll && hasCallbacks();
    const access = toEffective(decision, decision.chain.length === 0 && !asks ? 'public' : keyOfViewer(viewer));
    return asks ? withCallbacks(access, { type: 'category', id }, viewer.user) : access;
  }

  return {
    rules,
    forget: everyArticle.invalidate,
    decidingRule({ chain, source }) {
      const deciding = chain.find((link) => link.source.type === source.type && link.source.id === source.id);
      return rules.get(deciding?.ruleId ?? null);
    },
    isGuarded,
    isFreed(before, after) {
      if (before.ruleId !== null || after.ruleId !== null) return false;
      const ruleIds = new Set(rulesAbove(after.categoryIds));
      return rulesAbove(before.categoryIds).some((ruleId) => !ruleIds.has(ruleId));
    },
    ofCategory,
    common: openToAll,
    async of(article, viewer) {
      return (
        openToAll(article) ??
        withState(await ruled(article, viewer), isPublic(article) || (await viewer.mayEdit(article)))
      );
    },
    async ofDraft(article, rule, viewer) {
      const { book: current, verdicts } = await judged(viewer);
      if (!rule) return ruled({ ...article, ruleId: null }, viewer);
      // No stored rule has this id.
      const own = { id: 0, rule };
      const by = {
        book: { ...current, rules: new Map([...current.rules, [own.id, own]]) },
        verdicts: { ...verdicts, byRule: new Map([...verdicts.byRule, [own.id, await judge(own, viewer)]]) },
      };
      return ruled({ ...article, ruleId: own.id }, viewer, by);
    },
    async explain(article, viewer) {
      const { book: current, verdicts } = await judged(viewer);
      const passesAs = verdicts.passesAll ? 'manager' : isAuthor(article, verdicts) ? 'author' : null;
      const access = await ruled(article, viewer);
      const stateAdmits = isPublic(article) || (await viewer.mayEdit(article));
      return {
        policy: current.policy,
        rules: decideArticle(current, article, verdicts),
        passesAs,
        callbacks: passesAs === null && hasCallbacks() ? access : null,
        stateAdmits,
        result: withState(access, stateAdmits),
      };
    },
    async visibility(viewer) {
      const current = await currentBook();
      if (viewer.user === null && current.rules.size === 0 && !hasCallbacks()) return forStrangers(current);
      const { verdicts } = await judgedBy(current, viewer);
      const before = seen.get(viewer);
      if (before?.book === current) return before.visibility;
      const visibility = look(viewer, current, verdicts);
      seen.set(viewer, { book: current, visibility });
      return visibility;
    },
  };
}

/** Denies access if the article's status hides it from this viewer. */
function withState(access: EffectiveAccess, stateAdmits: boolean): EffectiveAccess {
  return stateAdmits ? access : settled({ ...access, allowed: false, reason: 'status', teaser: 'none' });
}

/** Makes the other members agree with `allowed`. */
function settled(access: EffectiveAccess): EffectiveAccess {
  const reason = access.allowed ? 'ok' : access.reason === 'ok' ? 'nobody' : access.reason;
  return { ...access, reason, status: statusOf({ ...access, reason }) };
}

function isAuthor({ authorId }: GuardedArticle, { userId }: Verdicts): boolean {
  return userId !== null && authorId === userId;
}

function keyOfViewer({ user, unlocked }: KbViewer): string {
  return `${user ? `u${user.id}` : 'stranger'}:${[...unlocked].sort((one, other) => one - other).join('.')}`;
}

/** Evaluates all rules for one viewer. There are few, and a request asks about many articles. */
export async function verdictsOf({ rules }: Pick<RuleBook, 'rules'>, viewer: KbViewer): Promise<Verdicts> {
  const { user } = viewer;
  const userId = user?.id ?? null;
  if (await viewer.can('manage_kb_access')) return { passesAll: true, userId, byRule: new Map() };
  const verdicts = [...rules.values()].map(async (rule) => [rule.id, await judge(rule, viewer)] as const);
  return { passesAll: false, userId, byRule: new Map(await Promise.all(verdicts)) };
}
