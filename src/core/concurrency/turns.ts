/** Resolves when it is the caller's turn; null where it is that already. */
export type NextTurn = () => Promise<void> | null;

/**
 * Lets so many callers go on in one turn of the event loop; the others wait in order, each for a later turn. Where
 * database and index are in this process nothing on the way of a request waits for anything outside: a burst would be
 * answered in one go, and timers, other connections and whatever else the process does would wait for its end.
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
