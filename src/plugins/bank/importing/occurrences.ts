/** How often each content came in a file until now, for entries that their bank has no name for. */
export interface Occurrences {
  /** Counts that are not sure yet: the transaction that they are for may have to be done again. */
  draft(): DraftOccurrences;
}

export interface DraftOccurrences {
  /** How often it came. */
  count(content: string): number;
  /** Counts it once more. @returns which one it is, from 1 on */
  next(content: string): number;
  /** Makes the counts sure. */
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
