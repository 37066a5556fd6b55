import type { RuleDecision } from './decide.js';
import type { RuleVerdict } from './viewer.js';

/** Final access decision about an article or a category, used by everything that shows articles. */
export interface EffectiveAccess extends Omit<RuleDecision, 'reason'> {
  /** `ok`, the requirement of a rule, or `status` if the article's status hides it from readers. */
  readonly reason: RuleVerdict | 'status';
  /** HTTP status at its URL: 200; 401 if a login or a password may help, otherwise 403; 404 if it must stay hidden. */
  readonly status: 200 | 401 | 403 | 404;
  /** Cache key part: `public` if everyone gets the same response. */
  readonly vary: string;
}

/** Decision for a target that does not exist. */
export const UNKNOWN: EffectiveAccess = {
  allowed: false,
  mode: 'nobody',
  reason: 'nobody',
  status: 404,
  source: { type: 'none', id: 0 },
  chain: [],
  listed: false,
  teaser: 'none',
  teaserWords: 0,
  vary: 'public',
};

/** Decision for a target that no rule, status or callback restricts. */
export const OPEN = Object.freeze<EffectiveAccess>({
  allowed: true,
  mode: 'public',
  reason: 'ok',
  status: 200,
  source: { type: 'none', id: 0 },
  chain: [],
  listed: true,
  teaser: 'none',
  teaserWords: 0,
  vary: 'public',
});

/** Completes a decision of the rules with HTTP status and cache key. */
export function toEffective(decision: RuleDecision, vary: string): EffectiveAccess {
  return { ...decision, status: statusOf(decision), vary };
}

/** Answers 404 to viewers who must not learn that the target exists. */
export function statusOf({
  allowed,
  listed,
  reason,
}: Pick<EffectiveAccess, 'allowed' | 'listed' | 'reason'>): EffectiveAccess['status'] {
  if (allowed) return 200;
  if (!listed || reason === 'status') return 404;
  return reason === 'login' || reason === 'password' ? 401 : 403;
}
