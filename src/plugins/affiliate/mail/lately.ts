/** What was done a short while ago, by numbers. */
export interface Lately {
  has(id: number): boolean;
  add(id: number): void;
}

/** @param duration milliseconds that each is remembered, in this process */
export function createLately(duration: number): Lately {
  /** When each was added, the oldest first. */
  const added = new Map<number, number>();

  function forget(): void {
    for (const [id, at] of added) {
      if (performance.now() - at < duration) return;
      added.delete(id);
    }
  }

  return {
    has(id) {
      forget();
      return added.has(id);
    },
    add(id) {
      added.delete(id);
      added.set(id, performance.now());
    },
  };
}
