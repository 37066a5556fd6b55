import { isDeepStrictEqual } from 'node:util';
import { invalidParam } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { type AccessRule, type AccessRuleInput, toRule } from './rule.js';

/**
 * The id of a rule as people write it; null to inherit.
 * @param present the rule that is there, whose password stays when the new one brings none
 * @throws HostError 400 `vendor_kb_invalid_param` for a rule that is incomplete, or names who is not there
 */
export async function keepRule(
  { access, hashPassword, unknownNames }: Pick<KnowledgeBase, 'access' | 'hashPassword' | 'unknownNames'>,
  input: AccessRuleInput,
  present: AccessRule | null,
): Promise<number | null> {
  const hash = input.password === undefined ? present?.passwordHash : await hashPassword(input.password);
  const rule = toRule(input, hash);
  if (!rule) return null;
  // What went with a plugin may come back with it, and lets in nobody until then.
  const [unknown] = isDeepStrictEqual(rule, present) ? [] : await unknownNames(rule);
  if (unknown !== undefined) throw invalidParam('access_rule', unknown);
  return access.rules.keep(rule);
}
