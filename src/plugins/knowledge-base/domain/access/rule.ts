import type { Users } from '../../../../access.js';
import type { PluginContext } from '../../../../index.js';
import { invalidParam } from '../errors.js';

/**
 * Requirement of a rule: none, an account, a role, a listed user, a password or a capability; `nobody` denies
 * everyone.
 */
export const ACCESS_MODES = ['public', 'logged_in', 'roles', 'users', 'password', 'capability', 'nobody'] as const;

export type AccessMode = (typeof ACCESS_MODES)[number];

/** Part of an article shown to viewers who may not read it. */
export const TEASERS = ['none', 'excerpt', 'words', 'first_section'] as const;

export type Teaser = (typeof TEASERS)[number];

/** Rule of an article or a category. `inherit` means having none. */
export interface AccessRule {
  readonly mode: AccessMode;
  /** Mode `roles`: role names, one of which is required. */
  readonly roles?: readonly string[];
  /** Mode `users`: user ids. */
  readonly users?: readonly number[];
  /** Mode `capability`: required capability. */
  readonly capability?: string;
  /** Mode `password`: hash of the password. */
  readonly passwordHash?: string;
  /**
   * Whether viewers without access may learn that the target exists: 401, 403 or a teaser instead of 404. Lists,
   * counts and search never show it to them.
   */
  readonly listed: boolean;
  readonly teaser: Teaser;
  /** Teaser `words`: number of words. */
  readonly teaserWords: number;
  /** Markdown message shown in its place; null for that of the category, the site or the built-in one. */
  readonly message: string | null;
  /** Redirects anonymous visitors to the login page instead of showing the message. */
  readonly redirectToLogin: boolean;
}

/** Stored rule. Rules with the same content share a row. */
export interface StoredRule {
  readonly id: number;
  readonly rule: AccessRule;
}

/** Rule as REST, the CLI and imports write it. */
export interface AccessRuleInput {
  readonly mode: AccessMode | 'inherit';
  readonly roles?: readonly string[];
  readonly users?: readonly number[];
  readonly capability?: string;
  readonly password?: string;
  readonly listed?: boolean;
  readonly teaser?: Teaser;
  readonly teaser_words?: number;
  readonly message?: string | null;
  readonly redirect_to_login?: boolean;
}

const DEFAULT_TEASER_WORDS = 55;

/**
 * Modes listed by default: the visitor can act on the restriction, so a page that explains it helps more than a 404.
 */
const LISTED: ReadonlySet<AccessMode> = new Set(['public', 'logged_in', 'password']);

/**
 * Completes a rule from its input; null to inherit. The caller hashes the password.
 * @throws HostError 400 `vendor_kb_invalid_param` if a missing member would make the rule deny everyone
 */
export function toRule(input: AccessRuleInput, passwordHash?: string): AccessRule | null {
  const { mode } = input;
  if (mode === 'inherit') return null;
  return {
    mode,
    ...whoOf(input, passwordHash),
    listed: input.listed ?? LISTED.has(mode),
    teaser: input.teaser ?? 'none',
    teaserWords: input.teaser_words ?? DEFAULT_TEASER_WORDS,
    message: input.message?.trim() || null,
    redirectToLogin: input.redirect_to_login ?? false,
  };
}

/** Removes users from a rule. A rule without users left denies everyone. */
export function withoutPeople({ users = [], ...rule }: AccessRule, userIds: ReadonlySet<number>): AccessRule {
  const left = users.filter((id) => !userIds.has(id));
  return left.length > 0 ? { ...rule, users: left } : { ...rule, mode: 'nobody' };
}

function whoOf(
  { mode, roles = [], users = [], capability = '' }: AccessRuleInput,
  passwordHash: string | undefined,
): Partial<AccessRule> {
  switch (mode) {
    case 'roles':
      if (roles.length === 0) throw incomplete('roles', 'Enter at least one role');
      return { roles: [...new Set(roles)].sort() };
    case 'users':
      if (users.length === 0) throw incomplete('users', 'Enter at least one user ID');
      return { users: [...new Set(users)].sort((one, other) => one - other) };
    case 'capability':
      if (capability === '') throw incomplete('capability', 'Enter the capability');
      return { capability };
    case 'password':
      if (passwordHash === undefined) throw incomplete('password', 'Enter the password');
      return { passwordHash };
    default:
      return {};
  }
}

function incomplete(member: string, what: string): Error {
  return invalidParam('access_rule', `${what} in access_rule.${member}, or use the mode "nobody".`);
}

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
