/**
 * Lets all who ask at the same time share a run of `work`. Who asks while it runs gets one that begins afterwards, since
 * this one may have passed by already what they ask about; that one is shared as well.
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
