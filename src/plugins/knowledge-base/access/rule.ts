import { invalidParam } from '../errors.js';

/** Who may read: everybody, whoever has an account, has one of some roles, is one of some people, knows a password, has a capability; or nobody. */
export const ACCESS_MODES = ['public', 'logged_in', 'roles', 'users', 'password', 'capability', 'nobody'] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

/** What is shown of an article to those who may not read it. */
export const TEASERS = ['none', 'excerpt', 'words', 'first_section'] as const;
export type Teaser = (typeof TEASERS)[number];

/** A rule of an article or a category. `inherit` is the absence of one. */
export interface AccessRule {
  readonly mode: AccessMode;
  /** Of mode `roles`: names, any of which will do. */
  readonly roles?: readonly string[];
  /** Of mode `users`: ids. */
  readonly users?: readonly number[];
  /** Of mode `capability`. */
  readonly capability?: string;
  /** Of mode `password`: how it was hashed says `rule-password.ts`. */
  readonly passwordHash?: string;
  /**
   * Whether those who may not read it are told that there is something: by 401, 403 or a teaser, and not by 404. Lists,
   * counts and search never show it to them.
   */
  readonly listed: boolean;
  readonly teaser: Teaser;
  /** Of teaser `words`. */
  readonly teaserWords: number;
  /** Markdown shown in its place; null for the category's, the site's or the built-in one. */
  readonly message: string | null;
  /** Send strangers to the login instead of showing the message. */
  readonly redirectToLogin: boolean;
}

/** A rule as it is kept: rules that say the same are one. */
export interface StoredRule {
  readonly id: number;
  readonly rule: AccessRule;
}

/** A rule as REST, the command line and imports write it. */
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

/** Where a visitor can do something about it, a page that says so is of more use than a 404. */
const LISTED: ReadonlySet<AccessMode> = new Set(['public', 'logged_in', 'password']);

/**
 * The rule that was written, completed; null where it is to be inherited. The password is hashed by the caller.
 * @throws HostError 400 `vendor_kb_invalid_param` for a rule that lets in nobody because something is missing
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

/** The rule without some of the people whom it names; where none is left it lets in nobody. */
export function withoutPeople({ users = [], ...rule }: AccessRule, gone: ReadonlySet<number>): AccessRule {
  const left = users.filter((id) => !gone.has(id));
  return left.length > 0 ? { ...rule, users: left } : { ...rule, mode: 'nobody' };
}

function whoOf(
  { mode, roles = [], users = [], capability = '' }: AccessRuleInput,
  passwordHash: string | undefined,
): Partial<AccessRule> {
  switch (mode) {
    case 'roles':
      if (roles.length === 0) throw incomplete('roles', 'Name one role or more');
      return { roles: [...new Set(roles)].sort() };
    case 'users':
      if (users.length === 0) throw incomplete('users', 'Name the id of one person or more');
      return { users: [...new Set(users)].sort((one, other) => one - other) };
    case 'capability':
      if (capability === '') throw incomplete('capability', 'Name the capability');
      return { capability };
    case 'password':
      if (passwordHash === undefined) throw incomplete('password', 'Give the password');
      return { passwordHash };
    default:
      return {};
  }
}

function incomplete(member: string, what: string): Error {
  return invalidParam('access_rule', `${what} in access_rule.${member}, or choose the mode "nobody".`);
}
