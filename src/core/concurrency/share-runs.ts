/**
 * Lets concurrent callers share a run of `work`. A caller that arrives during a run gets the next one, which is
 * shared too, since the current run may have missed the caller's changes.
 */
export function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;

  function run(): Promise<T> {
    const result = work();
    const end = (): void => {
      running = null;
    };
    running = result.then(end, end);
    return result;
  }

  return () => {
    if (!running) return run();
    next ??= running.then(() => {
      next = null;
      return run();
    });
    return next;
  };
}
