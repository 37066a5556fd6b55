import type { OwnedHooks, User } from '../../../index.js';
import type { Article } from '../article.js';
import type { Caller, StatisticsEvent } from '../statistics/event.js';

/** A search that was answered. */
export interface PerformedSearch {
  /** As it was typed, which may hold anything: scrub it before you keep it. */
  readonly query: string;
  readonly locale: string;
  /** How many were found, on all pages. */
  readonly total: number;
  /** Ids of the categories that it was narrowed to. */
  readonly categories: readonly number[];
  /** Whether it is settled, or somebody was still typing; null where nobody says. */
  readonly final: boolean | null;
}

/** Who searched. */
export interface SearchContext {
  readonly viewer: User | null;
  /** The request; null for what the command line and plugins look for. */
  readonly caller: Caller | null;
}

/** What was not found on a day of the site's zone. */
export interface NoResultsDigest {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly queries: readonly { readonly query: string; readonly locale: string; readonly count: number }[];
}

declare module '../../../index.js' {
  interface Actions {
    /** Somebody searched; the second page of the same is none of its own. Nothing waits for it: hand slow work to a job. */
    vendor_kb_search_performed(search: PerformedSearch, context: SearchContext): void;
    /** The same, where nothing was found. */
    vendor_kb_search_no_results(search: PerformedSearch, context: SearchContext): void;
    /**
     * Once a day, where there was something: what was searched for the day before and not found, the most often first.
     * Only what as many people asked for as statistics show, scrubbed as there.
     */
    vendor_kb_search_no_results_digest(digest: NoResultsDigest): void | Promise<void>;
    /**
     * Somebody has read an article, and it counts: programs, and who is left out of the statistics, are not told of. A
     * moment after the answer; it may be told of a view that a crash keeps from being counted.
     */
    vendor_kb_article_viewed(article: Article, context: { readonly viewer: User | null }): void | Promise<void>;
  }
  interface Filters {
    /**
     * Whether something is left out of the statistics. Programs are left out before it is asked, and editors where the
     * settings say so.
     */
    vendor_kb_stats_excluded(
      excluded: boolean,
      event: StatisticsEvent,
      context: { readonly user: User | null },
    ): boolean;
  }
}

/** What is counted, and what is not. None of it decides anything: a callback that fails is left out. */
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
