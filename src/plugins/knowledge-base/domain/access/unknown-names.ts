import type { Users } from '../../../../access.js';
import type { PluginContext } from '../../../../index.js';
import type { AccessRule } from './rule.js';

/** Lists the unknown roles, users and capabilities of a rule, one sentence each. */
export type UnknownNames = (rule: Pick<AccessRule, 'roles' | 'users' | 'capability'>) => Promise<string[]>;

export function createUnknownNames(
  access: Pick<PluginContext['access'], 'hasCapability' | 'hasRole'>,
  users: Pick<Users, 'get'>,
): UnknownNames {
  return async ({ roles = [], users: people = [], capability }) => {
    const unknown = roles.filter((role) => !access.hasRole(role)).map((role) => `There is no role "${role}".`);
    for (const id of people) if (!(await users.get(id))) unknown.push(`User ${id} does not exist.`);
    if (capability !== undefined && !access.hasCapability(capability)) {
      unknown.push(`There is no capability "${capability}".`);
    }
    return unknown;
  };
}
