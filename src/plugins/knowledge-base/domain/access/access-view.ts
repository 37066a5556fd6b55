import type { EffectiveAccess } from './effective.js';
import type { AccessRule, Teaser } from './rule.js';

/** REST representation of an access decision. */
export interface AccessView {
  allowed: boolean;
  mode: string;
  /** Owner of the rule that decided. */
  source: { type: string; id: number };
  teaser: Teaser;
  listed: boolean;
}

export function toAccessView({ allowed, mode, source, teaser, listed }: EffectiveAccess): AccessView {
  return { allowed, mode, source: { ...source }, teaser, listed };
}

/** REST representation of a rule, in the shape it can be written back. The password is never returned. */
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
