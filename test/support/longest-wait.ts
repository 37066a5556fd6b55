/**
 * Returns the time (ms) of the slowest health check while `work` ran, which is how long a site stopped responding.
 * @param base URL of the site
 */
export async function longestWait(base: string, work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  const probing = (async () => {
    let longest = 0;
    while (!isDone) {
      const start = performance.now();
      await (await fetch(`${base}/api/mortise/v1/health/live`)).text();
      longest = Math.max(longest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return longest;
  })();
  try {
    await work();
  } finally {
    isDone = true;
  }
  return probing;
}
