import type { User } from '../../../../index.js';

/** Circumstances of a save. */
export interface SaveContext extends Actor {
  /** Names of the article's members that changed. */
  readonly changed: readonly string[];
}

/** User who makes a change and the channel it comes through. */
export interface Actor {
  readonly user: User | null;
  readonly source: 'rest' | 'cli' | 'import' | 'admin' | 'schedule';
  /**
   * May store unfiltered HTML (`unfiltered_html`); otherwise active content is removed.
   * @default false for the sources `rest` and `admin`, true for all others
   */
  readonly unfilteredHtml?: boolean | undefined;
}
