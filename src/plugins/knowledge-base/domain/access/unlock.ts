import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { HostError, type PluginContext } from '../../../../index.js';
import { addressKey, serialiseCookie } from '../../../../pages.js';
import type { LimitVerdict } from '../../../../rest.js';
import type { RuleDecision } from './decide.js';
import type { Rules } from './rules.js';

/** Unlocks password-protected content and remembers it in a signed cookie of the visitor. */
export interface Unlock {
  /** Reads the rules that a visitor's cookie unlocks. */
  opened(cookies: ReadonlyMap<string, string>): ReadonlySet<number>;
  /**
   * Returns the password rules in the chain that this password opens; an empty list for a wrong password.
   * @throws HostError 429 `rest_too_many_requests` after too many attempts from an IP address
   */
  tryPassword(password: string, chain: RuleDecision['chain'], address: string | undefined): Promise<number[]>;
  /** Creates the `Set-Cookie` value that keeps these rules unlocked. */
  cookie(opened: ReadonlySet<number>): string;
}

const COOKIE = 'kb_unlocked';
const PURPOSE = 'unlock';
/** Cookie lifetime in seconds. */
const LIFE = 12 * 60 * 60;
const ATTEMPTS = { max: 5, window: '1m' } as const;
/** Maximum number of unlocked rules in a cookie, which holds about 4,000 characters. The oldest are dropped. */
const MAX_UNLOCKED = 100;

export function createUnlock(
  { signatures, passwords, limits, site }: Pick<PluginContext, 'signatures' | 'passwords' | 'limits' | 'site'>,
  rules: Pick<Rules, 'snapshot'>,
): Unlock {
  /**
   * Digests of recently entered correct passwords (10 minutes), by IP address and rule. A client that sends its
   * password with every request is neither slowed down nor rate-limited. Another password from the same address
   * removes the entry; otherwise a guesser could tell the correct one from attempts rejected by the rate limit.
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
      const ruleIds = [...new Set(chain.flatMap(({ ruleId, verdict }) => (verdict === 'password' ? [ruleId] : [])))];
      const caller = addressKey(address ?? '');
      const keyOf = (ruleId: number): string => `${ruleId} ${caller}`;
      const digest = createHash('sha256').update(password).digest('base64url');
      const unlocked = ruleIds.filter((ruleId) => right.get(keyOf(ruleId)) === digest);
      if (unlocked.length > 0) return unlocked;
      for (const ruleId of ruleIds) right.delete(keyOf(ruleId));
      const verdict = await limits.consume('unlock', caller, ATTEMPTS);
      if (!verdict.allowed) throw tooManyAttempts(verdict);
      // In parallel: there is rarely more than one, and each hash costs as much as a login.
      const verdicts = await Promise.all(ruleIds.map((ruleId) => isRight(password, ruleId)));
      const opened = ruleIds.filter((_, index) => verdicts[index]);
      for (const ruleId of opened) right.set(keyOf(ruleId), digest);
      return opened;
    },
    cookie(opened) {
      const ids = [...opened].slice(-MAX_UNLOCKED);
      const value = signatures.sign(PURPOSE, ids.join('.'), LIFE);
      return serialiseCookie(COOKIE, value, { maxAge: LIFE * 1000, secure: site.secure });
    },
  };
}

function tooManyAttempts({ retryAfter, headers }: Pick<LimitVerdict, 'retryAfter' | 'headers'>): HostError {
  return new HostError('rest_too_many_requests', `Too many password attempts. Try again in ${retryAfter} seconds.`, {
    status: 429,
    retry_after: retryAfter,
    headers,
  });
}
