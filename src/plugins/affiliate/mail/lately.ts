/** Ids seen within a recent period. */
export interface Lately {
  has(id: number): boolean;
  add(id: number): void;
}

/** @param duration milliseconds each id is kept in the memory of this process */
export function createLately(duration: number): Lately {
  /** Times by id, oldest first. */
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
