import fc from 'fast-check';
import type { Term } from 'mortise/content';
import {
  CATEGORY_POLICIES,
  type GuardedArticle,
  type RuleBook,
} from '../../../../src/plugins/knowledge-base/domain/access/decide.js';
import {
  type AccessRule,
  type AccessRuleInput,
  toRule,
} from '../../../../src/plugins/knowledge-base/domain/access/rule.js';
import type { KbViewer } from '../../../../src/plugins/knowledge-base/domain/access/viewer.js';
import { buildCategoryTree } from '../../../../src/plugins/knowledge-base/domain/categories/category-tree.js';

/** Completes a rule with its defaults. */
export function ruleOf(input: AccessRuleInput): AccessRule {
  const rule = toRule(input, input.mode === 'password' ? 'a hash' : undefined);
  if (!rule) throw new Error('A rule that inherits is none.');
  return rule;
}

/** Builds a category tree of one locale from the parent id of each category. */
export function treeOf(parents: Readonly<Record<number, number>>): RuleBook['tree'] {
  const terms = Object.entries(parents).map(([id, parentId]): Term => {
    const name = `c${id}`;
    const dates = { createdAt: new Date(0), modifiedAt: new Date(0) };
    return {
      id: Number(id),
      taxonomy: 'kb_category',
      name,
      slug: name,
      locale: 'en',
      parentId,
      description: '',
      menuOrder: 0,
      meta: {},
      ...dates,
    } as Term;
  });
  return buildCategoryTree(terms);
}

/** Roles and users shared by the generated rules and viewers. */
const ROLES = ['editor', 'member', 'subscriber'];
const PEOPLE = [1, 2, 3];

const anyRule: fc.Arbitrary<AccessRule> = fc
  .record({
    mode: fc.constantFrom('public', 'logged_in', 'roles', 'users', 'password', 'capability', 'nobody'),
    roles: fc.subarray(ROLES, { minLength: 1 }),
    users: fc.subarray(PEOPLE, { minLength: 1 }),
    capability: fc.constantFrom('read', 'edit_posts'),
    listed: fc.boolean(),
    teaser: fc.constantFrom('none', 'excerpt', 'words', 'first_section'),
  })
  .map((input) => ruleOf(input as AccessRuleInput));

export const anyBook: fc.Arbitrary<RuleBook> = fc
  .record({
    policy: fc.constantFrom(...CATEGORY_POLICIES),
    // A parent has a smaller id or is 0, so there are no cycles.
    parents: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
    rules: fc.array(anyRule, { maxLength: 5 }),
    hung: fc.array(fc.option(fc.nat(), { nil: undefined }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ policy, parents, rules, hung }) => {
    const ofCategory = new Map<number, number>();
    for (const [index, number] of hung.entries()) {
      if (number !== undefined && rules.length > 0) ofCategory.set(index + 1, (number % rules.length) + 1);
    }
    return {
      policy,
      tree: treeOf(Object.fromEntries(parents.map((parent, index) => [index + 1, parent % (index + 1)]))),
      rules: new Map(rules.map((rule, index) => [index + 1, { id: index + 1, rule }])),
      ofCategory,
    };
  });

/** Includes rule ids missing from the book, like those another process has just created. */
export const anyArticle: fc.Arbitrary<GuardedArticle> = fc.record({
  id: fc.integer({ min: 1, max: 1000 }),
  authorId: fc.constantFrom(0, ...PEOPLE),
  categoryIds: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  ruleId: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
});

export function viewerOf({
  id,
  roles = [],
  capabilities = [],
  unlocked = [],
}: {
  id?: number;
  roles?: readonly string[];
  capabilities?: readonly string[];
  unlocked?: readonly number[];
}): KbViewer {
  return {
    user: id === undefined ? null : ({ id, roles: [...roles] } as unknown as KbViewer['user']),
    unlocked: new Set(unlocked),
    can: async (capability) => capabilities.includes(capability),
    mayEdit: async () => false,
  };
}

export const anyViewer: fc.Arbitrary<KbViewer> = fc
  .record({
    id: fc.option(fc.constantFrom(...PEOPLE, 9), { nil: undefined }),
    roles: fc.subarray(ROLES),
    capabilities: fc.subarray(['read', 'edit_posts', 'manage_kb_access']),
    unlocked: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
  })
  .map(({ id, ...rest }) => viewerOf(id === undefined ? { unlocked: rest.unlocked } : { id, ...rest }));
