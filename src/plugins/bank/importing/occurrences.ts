/** Number of entries with the same content in a file, for entries without a unique reference. */
export interface Occurrences {
  /** Starts tentative counts for a transaction that may be retried. */
  draft(): DraftOccurrences;
}

export interface DraftOccurrences {
  /** Returns the number of entries so far. */
  count(content: string): number;
  /**
   * Counts another entry.
   * @returns its number, from 1
   */
  next(content: string): number;
  /** Commits the counts. */
  keep(): void;
}

export function createOccurrences(): Occurrences {
  const counts = new Map<string, number>();
  return {
    draft() {
      const drafted = new Map<string, number>();
      const count = (content: string): number => drafted.get(content) ?? counts.get(content) ?? 0;
      return {
        count,
        next(content) {
          const number = count(content) + 1;
          drafted.set(content, number);
          return number;
        },
        keep() {
          for (const [content, number] of drafted) counts.set(content, number);
        },
      };
    },
  };
}
