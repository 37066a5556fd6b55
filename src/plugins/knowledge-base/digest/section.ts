/** One thing that the digest tells of, in plain text. */
export interface DigestItem {
  readonly title: string;
  /** Why it is there; empty where the section says it. */
  readonly note: string;
  /** Absolute address; null where it has none. */
  readonly link: string | null;
}

/** What has come up of one kind. */
export interface DigestSection {
  /** `feedback`, `stale`, `rating`, `search`, or a name of a plugin's own. */
  readonly name: string;
  readonly title: string;
  /** The first few. */
  readonly items: readonly DigestItem[];
  /** How many there are in all. */
  readonly total: number;
  /** Where all of them are; null for nowhere. */
  readonly link: { readonly label: string; readonly href: string } | null;
}
