import type { KnowledgeBase } from '../knowledge-base.js';
import { type AccessRule, type AccessRuleInput, toRule } from './rule.js';

/**
 * The id of a rule as people write it; null to inherit.
 * @param present the rule that is there, whose password stays when the new one brings none
 * @throws HostError 400 `vendor_kb_invalid_param` for an incomplete rule
 */
export async function keepRule(
  { access, hashPassword }: Pick<KnowledgeBase, 'access' | 'hashPassword'>,
  input: AccessRuleInput,
  present: AccessRule | null,
): Promise<number | null> {
  const hash = input.password === undefined ? present?.passwordHash : await hashPassword(input.password);
  const rule = toRule(input, hash);
  return rule && access.rules.keep(rule);
}
