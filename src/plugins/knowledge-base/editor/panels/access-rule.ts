/** A rule as the route takes it, `access_rule`; the password is never answered. */
export interface AccessRule {
  readonly mode: AccessMode;
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

export const ACCESS_MODES = [
  'inherit',
  'public',
  'logged_in',
  'roles',
  'users',
  'password',
  'capability',
  'nobody',
] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

export const TEASERS = ['none', 'excerpt', 'words', 'first_section'] as const;
export type Teaser = (typeof TEASERS)[number];

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
