import { setTimeout as sleep } from 'node:timers/promises';
import type { LockOptions, Locks } from '../../../../../services.js';

/** Milliseconds between two attempts to acquire the lock. */
const LOOK = 500;
const NAME = 'search-index';
/** Lock options in milliseconds. The short lease limits the wait for a holder that was killed. */
const LEASE: LockOptions = { ttl: 30_000, heartbeat: 10_000 };

/** Lets the processes of a site build the index one after the other. */
export interface BuildTurns {
  /**
   * Runs `work` while holding the build lock.
   * @param work receives whether it had to wait
   * @throws AbortError if the host closes while waiting
   */
  take<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T>;
  close(): void;
}

export function createBuildTurns(locks: Pick<Locks, 'acquire'>): BuildTurns {
  const closing = new AbortController();
  return {
    async take(work) {
      let hasWaited = false;
      let lease = await locks.acquire(NAME, LEASE);
      while (lease === null) {
        hasWaited = true;
        await sleep(LOOK, undefined, { signal: closing.signal });
        lease = await locks.acquire(NAME, LEASE);
      }
      try {
        return await work(hasWaited);
      } finally {
        await lease.release();
      }
    },
    close: () => closing.abort(),
  };
}
