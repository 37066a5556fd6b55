import type { OwnedHooks, User } from '../../../index.js';
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
}

/** Who searched. */
export interface SearchContext {
  readonly viewer: User | null;
  /** The request; null for what the command line and plugins look for. */
  readonly caller: Caller | null;
}

declare module '../../../index.js' {
  interface Actions {
    /** Somebody searched; the second page of the same is none of its own. Nothing waits for it: hand slow work to a job. */
    vendor_kb_search_performed(search: PerformedSearch, context: SearchContext): void;
    /** The same, where nothing was found. */
    vendor_kb_search_no_results(search: PerformedSearch, context: SearchContext): void;
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
  define('vendor_kb_stats_excluded', {
    ...counts,
    kind: 'filter',
    accepts: (value: unknown) => typeof value === 'boolean',
  });
}
