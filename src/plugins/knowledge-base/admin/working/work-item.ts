export const WORK_KINDS = ['stale', 'rating', 'feedback', 'search', 'link'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Something that wants somebody to look at it. */
export interface WorkItem {
  readonly kind: WorkKind;
  /** Of the article, or of the message; 0 for a search. */
  readonly id: number;
  readonly title: string;
  /** Below the admin area; null where there is no page of it. */
  readonly to: string | null;
  /** What it is here for, in the reader's language. */
  readonly why: string;
  readonly actions: readonly {
    readonly label: string;
    readonly to: string;
    readonly query?: Record<string, unknown>;
  }[];
}
