import type { AccessRuleInput } from '../../access/rule.js';

/** A rule as the route takes it, `access_rule`; the password is never answered. */
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

/** Modes by which somebody is let in and others are not. */
export function isClosing({ mode }: AccessRule): boolean {
  return mode !== 'inherit' && mode !== 'public';
}

/**
 * The rule with another mode. What all others find stays as it was chosen; whether they are told of the article begins
 * with what is usual for the mode.
 */
export function withMode(
  { teaser, teaser_words, message, redirect_to_login }: AccessRule,
  mode: AccessMode,
): AccessRule {
  if (mode === 'inherit') return { mode };
  const kept = { teaser, teaser_words, message, redirect_to_login };
  const known = Object.fromEntries(Object.entries(kept).filter(([, member]) => member !== undefined));
  return { mode, ...known };
}
