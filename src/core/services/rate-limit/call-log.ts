/** Timestamps of one key's calls, oldest first, in a growing ring buffer. */
export interface CallLog {
  readonly size: number;
  /** Allocated entries, eight bytes each. */
  readonly capacity: number;
  /** Returns the timestamp at an index below `size`, counted from the oldest. */
  at(index: number): number;
  add(time: number, count: number): void;
  /** Removes calls at or before `time`. */
  forget(time: number): void;
  /** Removes the newest calls, at most `count`. */
  removeNewest(count: number): void;
}

const FIRST_CAPACITY = 4;

export function createCallLog(): CallLog {
  let times = new Float64Array(FIRST_CAPACITY);
  let oldest = 0;
  let size = 0;

  const place = (index: number): number => (oldest + index) % times.length;
  const at = (index: number): number => times[place(index)] ?? Number.NaN;

  function grow(needed: number): void {
    let capacity = times.length;
    while (capacity < needed) capacity *= 2;
    const larger = new Float64Array(capacity);
    for (let index = 0; index < size; index += 1) larger[index] = at(index);
    times = larger;
    oldest = 0;
  }

  return {
    get size() {
      return size;
    },
    get capacity() {
      return times.length;
    },
    at,
    add(time, count) {
      if (size + count > times.length) grow(size + count);
      for (let index = 0; index < count; index += 1) times[place(size + index)] = time;
      size += count;
    },
    forget(time) {
      while (size > 0 && at(0) <= time) {
        oldest = place(1);
        size -= 1;
      }
    },
    removeNewest(count) {
      size = Math.max(0, size - count);
    },
  };
}
