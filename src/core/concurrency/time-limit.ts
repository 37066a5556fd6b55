/**
 * The promise, or `late()` when it takes longer: what it was about goes on unheeded, and must not hold up who waits.
 * @param ms milliseconds
 * @param late what to answer instead; may throw
 */
export async function withTimeLimit<T>(promise: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  try {
    const first = await Promise.race([promise, expired]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
    // A failure that comes after the time limit has nobody left to tell.
    promise.catch(() => undefined);
  }
}

const LATE = Symbol('late');
