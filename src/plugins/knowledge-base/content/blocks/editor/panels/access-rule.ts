import type { AccessRuleInput } from '../../../../domain/access/rule.js';

/** Access rule as the route accepts it in `access_rule`. The password is never returned. */
export type AccessRule = AccessRuleInput;

export const ACCESS_MODES = [
  'inherit',
  'public',
  'logged_in',
  'roles',
  'users',
  'password',
  'capability',
  'nobody',
] as const satisfies readonly AccessRule['mode'][];
export type AccessMode = AccessRule['mode'];

export const TEASERS = ['none', 'excerpt', 'words', 'first_section'] as const satisfies readonly AccessRule['teaser'][];
export type Teaser = NonNullable<AccessRule['teaser']>;

/** Tells whether the mode excludes some readers. */
export function isClosing({ mode }: AccessRule): boolean {
  return mode !== 'inherit' && mode !== 'public';
}

/**
 * Changes the mode of a rule.
 * Settings for excluded readers stay, except for listing, which gets the mode's default.
 */
export function withMode(
  { teaser, teaser_words, message, redirect_to_login }: AccessRule,
  mode: AccessMode,
): AccessRule {
  if (mode === 'inherit') return { mode };
  const restrictions = { teaser, teaser_words, message, redirect_to_login };
  const defined = Object.fromEntries(Object.entries(restrictions).filter(([, member]) => member !== undefined));
  return { mode, ...defined };
}
