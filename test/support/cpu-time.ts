/** Milliseconds of processor time that `work` takes. Other processes on a busy machine do not count. */
export function cpuTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Below this, in milliseconds, compilation and garbage collection decide how long something takes. */
const NOISE = 5;

/**
 * Processor time for 64,000 characters divided by that for 8,000: 8 for linear work, 64 for quadratic work.
 * @param make makes a text of this many characters
 */
export function growth(work: (text: string) => unknown, make: (length: number) => string): number {
  const best = (text: string): number => Math.min(...[1, 2, 3].map(() => cpuTime(() => work(text))));
  const short = best(make(8_000));
  return best(make(64_000)) / Math.max(short, NOISE);
}
