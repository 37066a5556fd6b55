/** Returns the CPU time (ms) of `work`. Other processes on a busy machine do not count. */
export function cpuTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Below this time (ms), compilation and garbage collection dominate. */
const NOISE = 5;

/**
 * Returns the CPU time for 64,000 characters divided by that for 8,000: 8 for linear work, 64 for quadratic work.
 * @param make creates a text of this many characters
 */
export function growth(work: (text: string) => unknown, make: (length: number) => string): number {
  const best = (text: string): number => Math.min(...[1, 2, 3].map(() => cpuTime(() => work(text))));
  const short = best(make(8_000));
  return best(make(64_000)) / Math.max(short, NOISE);
}
