/** One item of a digest, in plain text. */
export interface DigestItem {
  readonly title: string;
  /** Reason for the item; empty if the section says it. */
  readonly note: string;
  /** Absolute URL; null for none. */
  readonly link: string | null;
}

/** Items of one type. */
export interface DigestSection {
  /** `feedback`, `stale`, `rating`, `search`, or a plugin's own name. */
  readonly name: string;
  readonly title: string;
  /** The first items. */
  readonly items: readonly DigestItem[];
  /** Total number of items. */
  readonly total: number;
  /** Link to all items; null for none. */
  readonly link: { readonly label: string; readonly href: string } | null;
}
