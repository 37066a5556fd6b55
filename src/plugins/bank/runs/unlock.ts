import type { Locks } from '../../../index.js';
import { BANK_LOCK, LONGEST_SILENCE, silenceOf } from '../bank-lock.js';
import { lockAlive } from './errors.js';

/** What became of the lock. */
export interface Unlocking {
  /** False where nobody held it. */
  readonly unlocked: boolean;
  /** Seconds for which its holder had been silent; null where there was none. */
  readonly silentSeconds: number | null;
}

/**
 * Ends the lock of a holder that is silent, for an operator who does not want to wait until it ends by itself. Nothing is
 * lost by it: a holder that wakes up after all is refused, and the next run closes the one that was broken off.
 * @throws HostError 409 `vendor_bank_locked` while the holder gives signs of life
 */
export async function unlock(locks: Pick<Locks, 'end' | 'holder'>): Promise<Unlocking> {
  const holder = await locks.holder(BANK_LOCK);
  if (!holder) return { unlocked: false, silentSeconds: null };
  const silence = silenceOf(holder);
  const silentSeconds = Math.round(silence / 1000);
  // Between the two it may have been heard of, or have ended.
  const isEnded = silence >= LONGEST_SILENCE && (await locks.end(BANK_LOCK, holder));
  if (isEnded) return { unlocked: true, silentSeconds };
  if (silence >= LONGEST_SILENCE) return unlock(locks);
  throw lockAlive(silentSeconds);
}
