/** A value that is read again whenever it may have changed. */
export interface Latest<T> {
  current(): T;
  refresh(): Promise<void>;
}

/** Several may read at once, and the first to begin may be the last to end: what was read before does not replace what was read since. */
export function createLatest<T>(initial: T, read: () => Promise<T>): Latest<T> {
  let value = initial;
  let begun = 0;
  let shown = 0;
  return {
    current: () => value,
    async refresh() {
      begun += 1;
      const turn = begun;
      const found = await read();
      if (turn < shown) return;
      shown = turn;
      value = found;
    },
  };
}
