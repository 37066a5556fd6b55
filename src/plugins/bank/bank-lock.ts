import type { LockHolder, LockOptions } from '../../services.js';

/** Name of the lock held by everything that writes: runs, uploads and matching (docs/design/bank.md, Decisions). */
export const BANK_LOCK = 'bank_run';

/** Milliseconds. */
export const BANK_LEASE = { ttl: 120_000, heartbeat: 30_000 } as const satisfies LockOptions;

/** Returns the milliseconds since the lock holder last sent a heartbeat. */
export function silenceOf({ remainingMs }: Pick<LockHolder, 'remainingMs'>): number {
  return Math.max(0, BANK_LEASE.ttl - remainingMs);
}

/** Milliseconds without a heartbeat (two missed) after which the lock holder is considered dead. */
export const MAX_SILENCE = 2 * BANK_LEASE.heartbeat;
