import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import type { Caller } from '../../domain/access/readers.js';
import type { Article } from '../../domain/articles/article.js';
import type { StatisticsEvent } from './event.js';

/** Completed search. */
export interface PerformedSearch {
  /** Query as typed. It may contain anything, so scrub it before you store it. */
  readonly query: string;
  readonly locale: string;
  /** Number of results on all pages. */
  readonly total: number;
  /** Ids of the categories that the search is limited to. */
  readonly categories: readonly number[];
  /** Whether the visitor had finished typing; null if unknown. */
  readonly final: boolean | null;
}

/** Origin of a search. */
export interface SearchContext {
  readonly viewer: User | null;
  /** Caller of the request; null for searches from the CLI and plugins. */
  readonly caller: Caller | null;
}

/** Queries without results on one day in the site's time zone. */
export interface NoResultsDigest {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly queries: readonly { readonly query: string; readonly locale: string; readonly count: number }[];
}

declare module '../../../../index.js' {
  interface Actions {
    /**
     * A visitor searched; further pages of the same search do not fire it. Fire-and-forget: move slow work to a job.
     */
    vendor_kb_search_performed(search: PerformedSearch, context: SearchContext): void;
    /** A visitor searched and nothing was found. */
    vendor_kb_search_no_results(search: PerformedSearch, context: SearchContext): void;
    /**
     * Fires once a day with the previous day's queries without results, most frequent first; skipped if there were
     * none. Contains only queries that reach the statistics' minimum number of visitors, scrubbed in the same way.
     */
    vendor_kb_search_no_results_digest(digest: NoResultsDigest): void | Promise<void>;
    /**
     * An article view was counted; bots and excluded visitors do not fire it. Fires shortly after the response.
     * After a crash the view may be missing from the statistics.
     */
    vendor_kb_article_viewed(article: Article, context: { readonly viewer: User | null }): void | Promise<void>;
  }
  interface Filters {
    /**
     * Filters whether an event is excluded from the statistics. Bots are excluded before, and editors if the
     * settings say so.
     */
    vendor_kb_stats_excluded(
      excluded: boolean,
      event: StatisticsEvent,
      context: { readonly user: User | null },
    ): boolean;
  }
}

/** Defines the statistics hooks. None of them makes a decision, so a failing callback is skipped. */
export function defineStatisticsHooks({ define }: OwnedHooks): void {
  const counts = { since: '0.1.0', decorating: true, async: 'never' } as const;
  define('vendor_kb_search_performed', { ...counts, kind: 'action' });
  define('vendor_kb_search_no_results', { ...counts, kind: 'action' });
  const follows = { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' } as const;
  define('vendor_kb_search_no_results_digest', follows);
  define('vendor_kb_article_viewed', follows);
  define('vendor_kb_stats_excluded', {
    ...counts,
    kind: 'filter',
    accepts: (value: unknown) => typeof value === 'boolean',
  });
}
