/**
 * Returns the result of the promise, or of `late()` if it takes too long. The underlying work is not cancelled.
 * @param ms time limit in milliseconds
 * @param late provides the result on timeout; may throw
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
    // Handles a rejection after the time limit, which has no receiver left.
    promise.catch(() => undefined);
  }
}

const LATE = Symbol('late');
