import type { EffectiveAccess } from './effective.js';
import type { AccessRule, Teaser } from './rule.js';

/** What REST says of who may read something, to somebody who asks for it. */
export interface AccessView {
  allowed: boolean;
  mode: string;
  /** Whose rule it is. */
  source: { type: string; id: number };
  teaser: Teaser;
  listed: boolean;
}

export function toAccessView({ allowed, mode, source, teaser, listed }: EffectiveAccess): AccessView {
  return { allowed, mode, source: { ...source }, teaser, listed };
}

/** A rule as it can be written back: without the password, which nobody is shown. */
export interface RuleView {
  mode: string;
  roles?: readonly string[];
  users?: readonly number[];
  capability?: string;
  listed?: boolean;
  teaser?: Teaser;
  teaser_words?: number;
  message?: string | null;
  redirect_to_login?: boolean;
}

export function toRuleView(rule: AccessRule | null): RuleView {
  if (!rule) return { mode: 'inherit' };
  const { mode, roles, users, capability, listed, teaser, teaserWords, message, redirectToLogin } = rule;
  return {
    mode,
    ...(roles ? { roles } : {}),
    ...(users ? { users } : {}),
    ...(capability === undefined ? {} : { capability }),
    listed,
    teaser,
    teaser_words: teaserWords,
    message,
    redirect_to_login: redirectToLogin,
  };
}
