import type { ImportProblem, SourceState } from './item.js';
import type { Tally } from './report.js';
import type { SourceRecord } from './sources.js';

/** Decision about a category or an article, made before anything is written. */
export interface PlannedItem {
  readonly outcome: keyof Tally;
  /** Existing category or article; null for a new one. */
  readonly id: number | null;
  /** Import record of the existing one. */
  readonly record: SourceRecord | null;
  readonly sourceHash: string;
  readonly slug: string;
  /** Path of its page here, below the locale. */
  readonly path: string;
  /** Depth of a category, 1 at the top level. */
  readonly depth: number;
  /** Status of a new article. */
  readonly status: SourceState;
}

/** Decisions about all items. A dry run reports them, and an import carries them out. */
export interface ImportPlan {
  /** By item key; items that cannot be imported are missing. */
  readonly items: ReadonlyMap<string, PlannedItem>;
  readonly problems: readonly ImportProblem[];
  readonly warnings: readonly { readonly key: string; readonly message: string }[];
}
