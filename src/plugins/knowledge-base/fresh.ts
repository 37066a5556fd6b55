/** A value that is loaded when it is first needed, and again after it was invalidated. */
export interface Fresh<T> {
  get(): Promise<T>;
  invalidate(): void;
}

/** Many changes in a row cost one load, by the next reader. A failed load is tried again. */
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
