/** Waits for the caller's turn; returns null if it need not wait. @experimental */
export type NextTurn = () => Promise<void> | null;

/**
 * Limits the number of callers per turn of the event loop. The others wait in FIFO order for a later turn. With the
 * database and the index in this process, a request never awaits anything external. Without the limit, a burst would
 * be answered in one go, and would block timers and other connections until its end.
 * @experimental
 */
export function createTurns(perTurn: number): NextTurn {
  const waiting: (() => void)[] = [];
  let free = perTurn;
  let isWatching = false;

  function turn(): void {
    const called = waiting.splice(0, perTurn);
    free = perTurn - called.length;
    isWatching = called.length > 0;
    if (isWatching) setImmediate(turn);
    for (const goOn of called) goOn();
  }

  return () => {
    if (!isWatching) {
      isWatching = true;
      setImmediate(turn);
    }
    if (free > 0) {
      free -= 1;
      return null;
    }
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
}
