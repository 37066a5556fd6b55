/** A value that is reloaded whenever it may have changed. */
export interface Latest<T> {
  current(): T;
  refresh(): Promise<void>;
}

/**
 * Creates a reloadable value.
 * Concurrent reads may finish out of order; an older read never replaces a newer value.
 */
export function createLatest<T>(initial: T, read: () => Promise<T>): Latest<T> {
  let value = initial;
  let startedVersion = 0;
  let shownVersion = 0;
  return {
    current: () => value,
    async refresh() {
      startedVersion += 1;
      const turn = startedVersion;
      const found = await read();
      if (turn < shownVersion) return;
      shownVersion = turn;
      value = found;
    },
  };
}
