/** A value loaded lazily, and again after it was invalidated. */
export interface Fresh<T> {
  get(): Promise<T>;
  invalidate(): void;
}

/** Creates a lazily loaded value. Several invalidations cost one load by the next reader. Failed loads are retried. */
export function createFresh<T>(load: () => Promise<T>): Fresh<T> {
  let current: Promise<T> | null = null;
  return {
    get() {
      if (current) return current;
      const loading = load();
      current = loading;
      loading.catch(() => {
        if (current === loading) current = null;
      });
      return loading;
    },
    invalidate() {
      current = null;
    },
  };
}
