import type { RuleDecision } from './decide.js';
import type { RuleVerdict } from './viewer.js';

/** What becomes of a request for an article or a category: the answer that everything which shows articles goes by. */
export interface EffectiveAccess extends Omit<RuleDecision, 'reason'> {
  /** `ok`, what a rule asks for, or `status` where the state of the article keeps it from readers. */
  readonly reason: RuleVerdict | 'status';
  /** Of the answer at its own address: 200, 401 where an account or a password may help, else 403; 404 where it is not to be known. */
  readonly status: 200 | 401 | 403 | 404;
  /** What a cache must tell apart: `public` where everybody gets the same. */
  readonly vary: string;
}

/** Headers of what depends on who asks: it is for nobody else's cache. */
export const UNSHARED = { 'Cache-Control': 'private, no-store' } as const;

/** The answer about what is not there. */
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

/** The answer about what no rule, state or callback has a say over. */
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

/** The rules' answer as it is given to somebody. */
export function toEffective(decision: RuleDecision, vary: string): EffectiveAccess {
  return { ...decision, status: statusOf(decision), vary };
}

/** Who may not know of it is told that it is not there. */
export function statusOf({
  allowed,
  listed,
  reason,
}: Pick<EffectiveAccess, 'allowed' | 'listed' | 'reason'>): EffectiveAccess['status'] {
  if (allowed) return 200;
  if (!listed || reason === 'status') return 404;
  return reason === 'login' || reason === 'password' ? 401 : 403;
}
