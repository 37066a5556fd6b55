import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addressKey, HostError, type LimitVerdict, type PluginContext, serialiseCookie } from '../../../index.js';
import type { RuleDecision } from './decide.js';
import type { Rules } from './rules.js';

/** What visitors opened by its password: remembered by them, in a cookie they cannot change. */
export interface Unlock {
  /** The rules that a visitor's cookie opens. */
  opened(cookies: ReadonlyMap<string, string>): ReadonlySet<number>;
  /**
   * The rules with a password on the way to something that this password opens; none for a wrong one.
   * @throws HostError 429 `rest_too_many_requests` for an address that tries too often
   */
  tryPassword(password: string, chain: RuleDecision['chain'], address: string | undefined): Promise<number[]>;
  /** `Set-Cookie` with what was open before and what is now. */
  cookie(opened: ReadonlySet<number>): string;
}

const COOKIE = 'kb_unlocked';
const PURPOSE = 'unlock';
/** Seconds. */
const LIFE = 12 * 60 * 60;
const ATTEMPTS = { max: 5, window: '1m' } as const;
/** A cookie has room for some 4,000 characters; whoever opens more starts over with the oldest. */
const MOST_OPENED = 100;

export function createUnlock(
  { signatures, passwords, limits, site }: Pick<PluginContext, 'signatures' | 'passwords' | 'limits' | 'site'>,
  rules: Pick<Rules, 'snapshot'>,
): Unlock {
  /**
   * The right passwords of the last minutes by address and rule, as digests that no restart leaves: a program that sends
   * its password with every request is neither slowed down nor counted among those who guess. Another password from the
   * same address has it forgotten, so that nobody who guesses can tell the right one from those that are refused
   * unlooked at.
   */
  const right = new LRUCache<string, string>({ max: 500, ttl: 10 * 60 * 1000 });

  async function isRight(password: string, ruleId: number): Promise<boolean> {
    const hash = rules.snapshot().rules.get(ruleId)?.rule.passwordHash ?? null;
    return passwords.verify(password, hash);
  }

  return {
    opened(cookies) {
      const text = signatures.verify(PURPOSE, cookies.get(COOKIE)) ?? '';
      return new Set(text === '' ? [] : text.split('.').map(Number));
    },
    async tryPassword(password, chain, address) {
      const asked = [...new Set(chain.flatMap(({ ruleId, verdict }) => (verdict === 'password' ? [ruleId] : [])))];
      const caller = addressKey(address ?? '');
      const keyOf = (ruleId: number): string => `${ruleId} ${caller}`;
      const digest = createHash('sha256').update(password).digest('base64url');
      const remembered = asked.filter((ruleId) => right.get(keyOf(ruleId)) === digest);
      if (remembered.length > 0) return remembered;
      for (const ruleId of asked) right.delete(keyOf(ruleId));
      const verdict = await limits.consume('unlock', caller, ATTEMPTS);
      if (!verdict.allowed) throw tooManyAttempts(verdict);
      // Few ask for more than one; each hash costs what a login does.
      const verdicts = await Promise.all(asked.map((ruleId) => isRight(password, ruleId)));
      const opened = asked.filter((_, index) => verdicts[index]);
      for (const ruleId of opened) right.set(keyOf(ruleId), digest);
      return opened;
    },
    cookie(opened) {
      const ids = [...opened].slice(-MOST_OPENED);
      const value = signatures.sign(PURPOSE, ids.join('.'), LIFE);
      return serialiseCookie(COOKIE, value, { maxAge: LIFE * 1000, secure: site.secure });
    },
  };
}

function tooManyAttempts({ retryAfter, headers }: Pick<LimitVerdict, 'retryAfter' | 'headers'>): HostError {
  return new HostError(
    'rest_too_many_requests',
    `Too many passwords were tried from here. Try again in ${retryAfter} seconds.`,
    { status: 429, retry_after: retryAfter, headers },
  );
}
