import type { LockHolder, LockOptions } from '../../index.js';

/** The one lease of everything that stores: runs, uploads, matching by rules and by hand (docs/plans/bank.md, Decisions). */
export const BANK_LOCK = 'bank_run';

/** Milliseconds. */
export const BANK_LEASE = { ttl: 120_000, heartbeat: 30_000 } as const satisfies LockOptions;

/** Milliseconds for which a holder has given no sign of life. */
export function silenceOf({ remainingMs }: Pick<LockHolder, 'remainingMs'>): number {
  return Math.max(0, BANK_LEASE.ttl - remainingMs);
}

/** Milliseconds: two signs of life have not come, so that there is nobody any more who would give them. */
export const LONGEST_SILENCE = 2 * BANK_LEASE.heartbeat;
