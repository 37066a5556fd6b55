import { setTimeout as sleep } from 'node:timers/promises';
import type { LockOptions, Locks } from '../../../../index.js';

/** Milliseconds between two looks whether it is one's turn. */
const LOOK = 500;
const NAME = 'search-index';
/** Milliseconds: whoever waits for one that was killed does not wait long, and what answers meanwhile is older. */
const LEASE: LockOptions = { ttl: 30_000, heartbeat: 10_000 };

/** Has the processes of a site build the index one after the other. */
export interface BuildTurns {
  /**
   * @param work told whether it had to wait
   * @throws AbortError when it waits and the host closes
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
