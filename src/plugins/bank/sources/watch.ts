import { sourceTimedOut } from './outbound/errors.js';

/** Limits the total time spent waiting for a source. */
export interface Watch {
  /** Aborted when the run has to stop or the source exceeds its time. */
  readonly signal: AbortSignal;
  /**
   * Waits for `work`. Only this time counts, not the time the site spends on a file.
   * @throws HostError 504 `vendor_bank_source_timeout`; the reason of the run's signal; errors of `work`
   */
  wait<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a watch for one source.
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
      const startedAt = performance.now();
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
        left -= performance.now() - startedAt;
      }
    },
  };
}
