import { sourceTimedOut } from './outbound/errors.js';

/** Waits for what a source does, for so long in all. */
export interface Watch {
  /** Aborted when the run has to stop, and when the source has kept it waiting for too long. */
  readonly signal: AbortSignal;
  /**
   * Only what is waited for here counts: what the site does with a file is not the fault of its source.
   * @throws HostError 504 `vendor_bank_source_timeout`; the reason of the run's signal; what `work` throws
   */
  wait<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param run aborted when the run has to stop
 * @param timeLimit milliseconds
 */
export function createWatch(source: string, run: AbortSignal, timeLimit: number): Watch {
  const over = new AbortController();
  let left = timeLimit;

  return {
    signal: AbortSignal.any([run, over.signal]),
    async wait(work) {
      run.throwIfAborted();
      over.signal.throwIfAborted();
      const begun = performance.now();
      let cancel = (): void => undefined;
      const interruption = new Promise<never>((_, reject) => {
        const stop = (): void => reject(run.reason);
        const timer = setTimeout(
          () => {
            over.abort(sourceTimedOut(source, timeLimit));
            reject(over.signal.reason);
          },
          Math.max(0, left),
        );
        run.addEventListener('abort', stop);
        cancel = () => {
          clearTimeout(timer);
          run.removeEventListener('abort', stop);
        };
      });
      try {
        return await Promise.race([work(), interruption]);
      } finally {
        cancel();
        left -= performance.now() - begun;
      }
    },
  };
}
