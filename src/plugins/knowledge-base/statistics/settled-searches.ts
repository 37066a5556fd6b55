import type { Caller, StatisticsEvent } from './event.js';

export type SearchEvent = Extract<StatisticsEvent, { kind: 'search' }>;

/** Counts searches when they are settled: one of somebody who is still typing is none of its own. */
export interface SettledSearches {
  /** @param final whether the caller says that it is settled, or that it is not; null where nobody says */
  record(event: SearchEvent, caller: Caller, final: boolean | null): void;
  /** Counts at once what waits. */
  settle(): void;
}

/** How long (ms) nobody may go on typing until a search counts (specification of search, 7). */
const SETTLED = 3000;
/** Callers whose search waits at most; what would be more counts at once. */
const WAITING = 10_000;

interface Waiting {
  readonly event: SearchEvent;
  readonly caller: Caller;
  readonly timer: NodeJS.Timeout;
}

/**
 * Waits with each search for what the same caller looks for next, and leaves out one that is the beginning of that. It
 * keeps what waits in this process: two halves of one word that two processes answer both count.
 */
export function createSettledSearches(
  count: (event: SearchEvent, caller: Caller) => void,
  { settled = SETTLED }: { readonly settled?: number } = {},
): SettledSearches {
  const waiting = new Map<string, Waiting>();

  function take(key: string): Waiting | undefined {
    const found = waiting.get(key);
    waiting.delete(key);
    clearTimeout(found?.timer);
    return found;
  }

  function countWaiting(key: string): void {
    const found = take(key);
    if (found) count(found.event, found.caller);
  }

  return {
    record(event, caller, final) {
      if (final === false) return;
      const key = keyOf(event, caller);
      const before = take(key);
      if (before && !isBeginning(before.event.query, event.query)) count(before.event, before.caller);
      const dated = { ...event, searchedAt: new Date() };
      if (final || waiting.size >= WAITING) {
        count(dated, caller);
        return;
      }
      const timer = setTimeout(() => countWaiting(key), settled).unref();
      const { headers, remoteAddress, user } = caller;
      waiting.set(key, { event: dated, caller: { headers, remoteAddress, user }, timer });
    },
    settle() {
      for (const key of [...waiting.keys()]) countWaiting(key);
    },
  };
}

/** A search that is asked again is another one. */
function isBeginning(earlier: string, later: string): boolean {
  const [one, other] = [earlier.toLowerCase(), later.toLowerCase()];
  return one !== other && other.startsWith(one);
}

function keyOf({ locale, categoryId }: SearchEvent, { headers, remoteAddress = '', user }: Caller): string {
  return JSON.stringify([remoteAddress, headers['user-agent'] ?? '', user?.id ?? 0, locale, categoryId]);
}
