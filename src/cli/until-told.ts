/**
 * Runs work until Ctrl-C, whose signal commands receive, or SIGTERM, as sent by service managers and `mortise serve`.
 * Keeps the process alive until `work` ends.
 * @param work receives a signal that either of them aborts
 */
export async function untilTold<T>(interruption: AbortSignal, work: (told: AbortSignal) => Promise<T>): Promise<T> {
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
