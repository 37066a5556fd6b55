export const WORK_KINDS = ['stale', 'rating', 'feedback', 'search', 'link'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** An item that needs attention. */
export interface WorkItem {
  readonly kind: WorkKind;
  /** Id of the article or message; 0 for a search. */
  readonly id: number;
  readonly title: string;
  /** Path relative to the admin area. Null if the item has no page. */
  readonly to: string | null;
  /** Reason why the item is listed, in the reader's language. */
  readonly why: string;
  readonly actions: readonly {
    readonly label: string;
    readonly to: string;
    readonly query?: Record<string, unknown>;
  }[];
}
