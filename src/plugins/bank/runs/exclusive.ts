import { type Database, HostError, type Lease, type Locks } from '../../../index.js';
import { BANK_LEASE, BANK_LOCK } from '../bank-lock.js';
import { locked } from './errors.js';
import type { Runs } from './runs.js';

/** Does one thing at a time that stores, of all processes of the site. */
export interface Exclusive {
  /**
   * @param work gets the lease; its signal is aborted when the lease is lost or the site stops
   * @throws HostError 409 `vendor_bank_locked` while something else stores, 503 `vendor_bank_stopped`; what `work` throws
   */
  run<T>(work: (lease: Lease) => Promise<T>): Promise<T>;
  /** Whether it was an end of the site that ended the work. */
  readonly isStopped: boolean;
  /** Ends what is going on, between two chunks, and waits for its end. */
  close(): Promise<void>;
}

export function createExclusive({
  db,
  locks,
  runs,
}: {
  readonly db: Pick<Database, 'now'>;
  readonly locks: Pick<Locks, 'acquire' | 'holder'>;
  readonly runs: Pick<Runs, 'running'>;
}): Exclusive {
  const closing = new AbortController();
  const going = new Set<Promise<unknown>>();

  async function hold<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    closing.signal.throwIfAborted();
    const lease = await locks.acquire(BANK_LOCK, BANK_LEASE);
    if (!lease) throw await lockedNow();
    try {
      return await work({ ...lease, signal: AbortSignal.any([lease.signal, closing.signal]) });
    } finally {
      await lease.release();
    }
  }

  async function lockedNow(): Promise<HostError> {
    const [now, run, holder] = [await db.now(), await runs.running(), await locks.holder(BANK_LOCK)];
    const remaining = holder?.remainingMs ?? 0;
    return locked(run, new Date(now.getTime() + remaining), Math.max(1, Math.ceil(remaining / 1000)));
  }

  return {
    run(work) {
      const running = hold(work);
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
  const message = 'The site is stopping. What was stored until now stays; call again, and the next run goes on.';
  return new HostError('vendor_bank_stopped', message, { status: 503 });
}
