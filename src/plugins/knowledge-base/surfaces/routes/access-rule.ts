import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { keepRule } from '../../domain/access/keep-rule.js';
import type { Person } from '../../domain/access/readers.js';
import { ACCESS_MODES, type AccessRule, type AccessRuleInput, TEASERS } from '../../domain/access/rule.js';
import { forbidden } from '../../domain/errors.js';

/** Schema of a submitted access rule of an article or category. */
export const ACCESS_RULE_ARG = {
  type: 'object',
  description: 'Access rule; requires manage_kb_access. With the mode `inherit` its categories decide.',
  additionalProperties: false,
  properties: {
    mode: { type: 'string', required: true, enum: [...ACCESS_MODES, 'inherit'] },
    roles: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 }, maxItems: 50 },
    users: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 1000 },
    capability: { type: 'string', minLength: 1, maxLength: 100 },
    password: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Never returned. Absent: the current password stays.',
    },
    listed: { type: 'boolean', description: 'Whether readers without access see that it exists.' },
    teaser: { type: 'string', enum: TEASERS, description: 'Content shown to readers without access.' },
    teaser_words: { type: 'integer', minimum: 1, maximum: 500 },
    message: { type: ['string', 'null'], maxLength: 2000, description: 'Markdown shown instead of the content.' },
    redirect_to_login: { type: 'boolean' },
  },
} as const;

/**
 * Stores a submitted rule and returns its id: null to inherit, undefined if the body has none.
 * @param present current rule, whose password stays if the body has none
 * @throws HostError 401 or 403 without permission to manage access, 400 `vendor_kb_invalid_param` for a rule that is
 *   incomplete or names unknown users or roles
 */
export async function ruleIdFor(
  kb: Pick<KnowledgeBase, 'access' | 'hashPassword' | 'unknownNames'>,
  input: AccessRuleInput | undefined,
  present: AccessRule | null,
  person: Person,
): Promise<number | null | undefined> {
  if (input === undefined) return undefined;
  await assertMayManage(person);
  return keepRule(kb, input, present);
}

/** Requires permission to manage access. @throws HostError 401 or 403 `rest_forbidden` */
export async function assertMayManage(person: Person): Promise<void> {
  if (await person.can('manage_kb_access')) return;
  const message = 'Your account cannot manage access rules.';
  throw forbidden('rest_forbidden', message, 'manage_kb_access', person);
}
