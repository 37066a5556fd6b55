import { setTimeout as sleep } from 'node:timers/promises';
import { HostError, type Lease, type LockHolder, type LockOptions, type Locks } from '../../index.js';
import { bankBusy } from './matching/errors.js';

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

/** Others who decide by hand are done in a moment; a run is not, and is not waited for. Milliseconds. */
const PATIENCE = [50, 100, 200, 400, 800] as const;

/** Runs `work` as the only one that stores. @throws HostError 409 `vendor_bank_locked`; what `work` throws */
export async function underBankLock<T>(locks: Pick<Locks, 'run'>, work: (lease: Lease) => Promise<T>): Promise<T> {
  for (const pause of [...PATIENCE, null]) {
    try {
      return await locks.run(BANK_LOCK, work, BANK_LEASE);
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'lock_busy') throw error;
      if (pause === null) throw bankBusy(Number(error.data.retryAfter ?? 1));
      await sleep(pause);
    }
  }
  throw bankBusy(1);
}
