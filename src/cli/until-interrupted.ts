/**
 * Runs work until Ctrl-C or SIGTERM, and keeps the process alive until it ends.
 * Commands receive the signal of Ctrl-C. Service managers and `mortise serve` send SIGTERM.
 * @param work receives a signal that either of them aborts
 */
export async function untilInterrupted<T>(
  interruption: AbortSignal,
  work: (interrupted: AbortSignal) => Promise<T>,
): Promise<T> {
  const termination = new AbortController();
  const terminate = (): void => termination.abort();
  const alive = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', terminate);
  try {
    return await work(AbortSignal.any([interruption, termination.signal]));
  } finally {
    process.off('SIGTERM', terminate);
    clearInterval(alive);
  }
}
