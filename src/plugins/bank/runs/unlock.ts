import type { Locks } from '../../../services.js';
import { BANK_LOCK, MAX_SILENCE, silenceOf } from '../bank-lock.js';
import { lockAlive } from './errors.js';

/** Result of unlocking. */
export interface Unlocking {
  /** False if the lock was not held. */
  readonly unlocked: boolean;
  /** Seconds since the holder's last heartbeat; null if the lock was not held. */
  readonly silentSeconds: number | null;
}

/**
 * Releases the lock of an unresponsive holder, for operators who do not want to wait until it expires.
 * Safe: a holder that resumes loses its lease, and the next run closes the interrupted one.
 * @throws HostError 409 `vendor_bank_locked` while the holder still sends heartbeats
 */
export async function unlock(locks: Pick<Locks, 'end' | 'holder'>): Promise<Unlocking> {
  const holder = await locks.holder(BANK_LOCK);
  if (!holder) return { unlocked: false, silentSeconds: null };
  const silence = silenceOf(holder);
  const silentSeconds = Math.round(silence / 1000);
  // The holder may have renewed or released the lock in between.
  const isEnded = silence >= MAX_SILENCE && (await locks.end(BANK_LOCK, holder));
  if (isEnded) return { unlocked: true, silentSeconds };
  if (silence >= MAX_SILENCE) return unlock(locks);
  throw lockAlive(silentSeconds);
}
