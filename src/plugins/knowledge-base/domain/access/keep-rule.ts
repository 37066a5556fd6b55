import { isDeepStrictEqual } from 'node:util';
import type { PluginContext } from '../../../../index.js';
import { invalidParam } from '../errors.js';
import type { KbAccess } from './access.js';
import { type AccessRule, type AccessRuleInput, toRule, type UnknownNames } from './rule.js';

/**
 * Stores a rule entered by a user and returns its id; null to inherit.
 * @param present current rule, whose password is kept if the new rule has none
 * @throws HostError 400 `vendor_kb_invalid_param` for a rule that is incomplete or names unknown roles, users or
 *   capabilities
 */
export async function keepRule(
  {
    access,
    hashPassword,
    unknownNames,
  }: {
    readonly access: Pick<KbAccess, 'rules'>;
    readonly hashPassword: PluginContext['passwords']['hash'];
    readonly unknownNames: UnknownNames;
  },
  input: AccessRuleInput,
  present: AccessRule | null,
): Promise<number | null> {
  const hash = input.password === undefined ? present?.passwordHash : await hashPassword(input.password);
  const rule = toRule(input, hash);
  if (!rule) return null;
  // An unchanged rule may keep names that were removed with a plugin and return with it. They allow no one until then.
  const [unknown] = isDeepStrictEqual(rule, present) ? [] : await unknownNames(rule);
  if (unknown !== undefined) throw invalidParam('access_rule', unknown);
  return access.rules.keep(rule);
}
