import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdictsOf } from '../../../../src/plugins/knowledge-base/domain/access/access.js';
import { closedSets, isOutside } from '../../../../src/plugins/knowledge-base/domain/access/closed-sets.js';
import {
  type CategoryPolicy,
  decideArticle,
  decideCategory,
  type GuardedArticle,
  type RuleBook,
} from '../../../../src/plugins/knowledge-base/domain/access/decide.js';
import type { AccessRuleInput } from '../../../../src/plugins/knowledge-base/domain/access/rule.js';
import type { KbViewer } from '../../../../src/plugins/knowledge-base/domain/access/viewer.js';
import { anyArticle, anyBook, anyViewer, ruleOf, treeOf, viewerOf } from './rule-books.js';

const stranger = viewerOf({});
const member = viewerOf({ id: 2, roles: ['member'] });

function bookOf(
  rules: Readonly<Record<number, AccessRuleInput>>,
  ofCategory: Readonly<Record<number, number>> = {},
  policy: CategoryPolicy = 'all',
): RuleBook {
  return {
    policy,
    tree: treeOf({ 1: 0, 2: 1, 3: 0 }),
    rules: new Map(Object.entries(rules).map(([id, rule]) => [Number(id), { id: Number(id), rule: ruleOf(rule) }])),
    ofCategory: new Map(Object.entries(ofCategory).map(([category, rule]) => [Number(category), rule])),
  };
}

const articleOf = (article: Partial<GuardedArticle>): GuardedArticle => ({
  id: 7,
  authorId: 1,
  categoryIds: [],
  ruleId: null,
  ...article,
});

async function decide(book: RuleBook, article: Partial<GuardedArticle>, viewer: KbViewer) {
  return decideArticle(book, articleOf(article), await verdictsOf(book, viewer));
}

describe('article access rule', () => {
  const cases: [rule: AccessRuleInput, viewer: string, KbViewer, reason: string][] = [
    [{ mode: 'public' }, 'a stranger', stranger, 'ok'],
    [{ mode: 'logged_in' }, 'a stranger', stranger, 'login'],
    [{ mode: 'logged_in' }, 'an account', member, 'ok'],
    [{ mode: 'roles', roles: ['editor', 'member'] }, 'one of the roles', member, 'ok'],
    [{ mode: 'roles', roles: ['editor'] }, 'another role', member, 'role'],
    [{ mode: 'roles', roles: ['editor'] }, 'a stranger', stranger, 'login'],
    [{ mode: 'users', users: [2] }, 'one of the people', member, 'ok'],
    [{ mode: 'users', users: [3] }, 'somebody else', member, 'user'],
    [{ mode: 'users', users: [3] }, 'a stranger', stranger, 'login'],
    [{ mode: 'password', password: 'x' }, 'an account without the password', member, 'password'],
    [{ mode: 'password', password: 'x' }, 'whoever knows it', viewerOf({ unlocked: [1] }), 'ok'],
    [{ mode: 'capability', capability: 'read' }, 'an account without it', member, 'capability'],
    [{ mode: 'capability', capability: 'read' }, 'who has it', viewerOf({ id: 2, capabilities: ['read'] }), 'ok'],
    [{ mode: 'nobody' }, 'an account', member, 'nobody'],
    [{ mode: 'nobody' }, 'a stranger', stranger, 'nobody'],
    [{ mode: 'nobody' }, 'an administrator', viewerOf({ id: 9, capabilities: ['manage_kb_access'] }), 'ok'],
    [{ mode: 'nobody' }, 'its author', viewerOf({ id: 1 }), 'ok'],
  ];
  it.each(cases)('applies %j to %s', async (rule, _who, viewer, reason) => {
    const decision = await decide(bookOf({ 1: rule }), { ruleId: 1 }, viewer);
    expect(decision).toMatchObject({ allowed: reason === 'ok', reason, source: { type: 'article', id: 7 } });
  });

  it('overrides the rules of its categories, both to open and to close', async () => {
    const book = bookOf({ 1: { mode: 'nobody' }, 2: { mode: 'public' } }, { 1: 1 });
    expect(await decide(book, { categoryIds: [1] }, stranger)).toMatchObject({ allowed: false });
    expect(await decide(book, { categoryIds: [1], ruleId: 2 }, stranger)).toMatchObject({ allowed: true });
  });
  it('denies access and hides the article while this process does not know it', async () => {
    expect(await decide(bookOf({}), { ruleId: 4 }, member)).toMatchObject({ allowed: false, listed: false });
  });
});

describe('category access rules', () => {
  const book = (policy: CategoryPolicy) =>
    bookOf({ 1: { mode: 'logged_in' }, 2: { mode: 'nobody' } }, { 1: 1, 3: 2 }, policy);

  it('apply to subcategories', async () => {
    expect(await decide(book('all'), { categoryIds: [2] }, stranger)).toMatchObject({
      allowed: false,
      reason: 'login',
      source: { type: 'category', id: 1 },
    });
  });
  it('must all allow access under the policy "all", those of ancestors included', async () => {
    const both = bookOf({ 1: { mode: 'logged_in' }, 2: { mode: 'roles', roles: ['editor'] } }, { 1: 1, 2: 2 });
    expect(await decide(both, { categoryIds: [2] }, member)).toMatchObject({ allowed: false, reason: 'role' });
    expect(await decide(both, { categoryIds: [2] }, stranger)).toMatchObject({ allowed: false, reason: 'login' });
  });
  it.each([
    ['all', [2, 3], false],
    ['any', [2, 3], true],
    ['any', [3], false],
    ['primary', [2, 3], true],
    ['primary', [3, 2], false],
    ['any', [], true],
  ] as const)('combine by the policy "%s" for categories %j', async (policy, categoryIds, allowed) => {
    expect(await decide(book(policy), { categoryIds: [...categoryIds] }, member)).toMatchObject({ allowed });
  });
  it('report the easiest requirement when several of them deny access', async () => {
    expect(await decide(book('any'), { categoryIds: [3, 2] }, stranger)).toMatchObject({ reason: 'login' });
  });
  it('apply to the category itself', async () => {
    const verdicts = await verdictsOf(book('all'), stranger);
    expect(decideCategory(book('all'), 2, verdicts)).toMatchObject({ allowed: false, source: { id: 1 } });
    expect(decideCategory(book('all'), 1, await verdictsOf(book('all'), member))).toMatchObject({ allowed: true });
  });
});

describe('decision for a visitor without access', () => {
  it('hides the article if one of the rules does', async () => {
    const book = bookOf({ 1: { mode: 'logged_in' }, 2: { mode: 'nobody' } }, { 1: 1, 2: 2 });
    expect(await decide(book, { categoryIds: [2] }, stranger)).toMatchObject({ listed: false });
    expect(await decide(book, { categoryIds: [1] }, stranger)).toMatchObject({ listed: true });
  });
  it('has no teaser if one of the rules has none', async () => {
    const book = bookOf({ 1: { mode: 'logged_in', teaser: 'excerpt' }, 2: { mode: 'logged_in' } }, { 1: 1, 2: 2 });
    expect(await decide(book, { categoryIds: [2] }, stranger)).toMatchObject({ teaser: 'none' });
    expect(await decide(book, { categoryIds: [1] }, stranger)).toMatchObject({ teaser: 'excerpt' });
  });
});

describe('closed sets', () => {
  it('match the decision of the rules for every article', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, anyViewer, fc.array(anyArticle), async (book, viewer, articles) => {
        const verdicts = await verdictsOf(book, viewer);
        const closed = closedSets(book, verdicts);
        for (const article of articles) {
          expect(isOutside(closed, article)).toBe(decideArticle(book, article, verdicts).allowed);
        }
      }),
      { numRuns: 500 },
    );
  });
  it('are null for administrators', async () => {
    const book = bookOf({ 1: { mode: 'nobody' } }, { 1: 1 });
    expect(
      closedSets(book, await verdictsOf(book, viewerOf({ id: 9, capabilities: ['manage_kb_access'] }))),
    ).toBeNull();
  });
});
