import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database.js';
import { HostError } from '../../index.js';
import type { Lease, Locks } from '../../services.js';
import { BANK_LEASE, BANK_LOCK } from './bank-lock.js';
import { retryAfter } from './retry-after.js';
import { locked } from './runs/errors.js';
import type { RunRecord } from './runs/run.js';

export interface LockHolder {
  /** Run in progress; null for uploads and manual matching. */
  readonly run: RunRecord | null;
  /** Time at which the lock expires unless its holder renews it. */
  readonly expires: Date;
  /** Milliseconds until then. */
  readonly remainingMs: number;
}

/** Options for waiting for the lock: see {@link Exclusive.run}. */
export interface ExclusiveOptions {
  /** Retries for a moment, because manual matching is quick. A run takes longer than these retries. */
  readonly isPatient?: boolean;
}

/** Runs one write operation at a time across all processes of the site. */
export interface Exclusive {
  /**
   * Runs `work` while holding the lock.
   * @param work receives the lease; its signal is aborted when the lease is lost or the site stops
   * @throws HostError 409 `vendor_bank_locked` while something else is writing, 503 `vendor_bank_stopped`; and any
   *   error of `work`
   */
  run<T>(work: (lease: Lease) => Promise<T>, options?: ExclusiveOptions): Promise<T>;
  /** Returns the lock held by any process of the site; null when nothing is writing. */
  lockHolder(): Promise<LockHolder | null>;
  /** Whether the work was ended by a site shutdown. */
  readonly isStopped: boolean;
  /** Stops the work in progress between two chunks and waits until it has ended. */
  close(): Promise<void>;
}

/** Milliseconds between attempts to acquire the lock when `isPatient` is set. */
const PATIENCE = [50, 100, 200, 400, 800] as const;

export function createExclusive({
  db,
  locks,
  runs,
}: {
  readonly db: Pick<Database, 'now'>;
  readonly locks: Pick<Locks, 'acquire' | 'holder'>;
  readonly runs: { readonly running: () => Promise<RunRecord | null> };
}): Exclusive {
  const closing = new AbortController();
  const going = new Set<Promise<unknown>>();

  async function acquire(pauses: readonly number[]): Promise<Lease> {
    for (const pause of [...pauses, null]) {
      closing.signal.throwIfAborted();
      const lease = await locks.acquire(BANK_LOCK, BANK_LEASE);
      if (lease) return lease;
      if (pause !== null) await sleep(pause);
    }
    throw await lockedNow();
  }

  async function hold<T>(work: (lease: Lease) => Promise<T>, { isPatient = false }: ExclusiveOptions): Promise<T> {
    const lease = await acquire(isPatient ? PATIENCE : []);
    try {
      return await work({ ...lease, signal: AbortSignal.any([lease.signal, closing.signal]) });
    } finally {
      await lease.release();
    }
  }

  async function lockHolder(): Promise<LockHolder | null> {
    const holder = await locks.holder(BANK_LOCK);
    if (!holder) return null;
    const { remainingMs } = holder;
    const [now, run] = [await db.now(), await runs.running()];
    return { run, expires: new Date(now.getTime() + remainingMs), remainingMs };
  }

  async function lockedNow(): Promise<HostError> {
    // The holder may have finished since.
    const { run, expires, remainingMs } = (await lockHolder()) ?? {
      run: null,
      expires: await db.now(),
      remainingMs: 0,
    };
    return locked(run, expires, retryAfter(remainingMs));
  }

  return {
    lockHolder,
    run(work, options = {}) {
      const running = hold(work, options);
      const settled: Promise<unknown> = running.catch(() => undefined).finally(() => going.delete(settled));
      going.add(settled);
      return running;
    },
    get isStopped() {
      return closing.signal.aborted;
    },
    async close() {
      closing.abort(stopped());
      await Promise.all(going);
    },
  };
}

function stopped(): HostError {
  const message = 'The site is stopping. Stored transactions stay. Call again to continue.';
  return new HostError('vendor_bank_stopped', message, { status: 503 });
}
