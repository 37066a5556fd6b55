/**
 * Runs what ends by Ctrl-C, whose signal commands are given, or by SIGTERM, as service managers and `mortise serve` send
 * it. The process stays alive until `work` ends, although nothing else may keep it.
 * @param work gets the signal that is aborted by whichever comes first
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
