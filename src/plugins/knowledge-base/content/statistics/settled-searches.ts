import { hash } from 'node:crypto';
import type { Caller } from '../../domain/access/readers.js';
import type { StatisticsEvent } from './event.js';
import type { Sender } from './recorder.js';

export type SearchEvent = Extract<StatisticsEvent, { kind: 'search' }>;

/** Counts a search once its visitor has stopped typing. */
export interface SettledSearches {
  /** @param final whether the caller says that the search is final; null if it does not say */
  record(event: SearchEvent, caller: Caller, final: boolean | null): void;
  /** Counts all waiting searches now. */
  settle(): void;
}

/** Milliseconds without typing after which a search counts (specification of search, 7). */
const SETTLE_TIME = 3000;
/** Maximum number of waiting searches; further ones count immediately. */
const MAX_WAITING = 10_000;

interface Waiting {
  readonly event: SearchEvent;
  readonly sender: Sender;
  readonly timer: NodeJS.Timeout;
}

/**
 * Delays each search until the same caller searches again, and drops it if the next one continues it. Searches wait
 * in the memory of this process: two halves of a word answered by two processes both count.
 */
export function createSettledSearches(
  count: (event: SearchEvent, sender: Sender) => void,
  senderOf: (caller: Caller) => Sender,
  { settled = SETTLE_TIME }: { readonly settled?: number } = {},
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
    if (found) count(found.event, found.sender);
  }

  return {
    record(event, caller, final) {
      if (final === false) return;
      const key = keyOf(event, caller);
      const before = take(key);
      if (before && !isBeginning(before.event.query, event.query)) count(before.event, before.sender);
      const sender = senderOf(caller);
      const dated = { ...event, searchedAt: new Date() };
      if (final || waiting.size >= MAX_WAITING) {
        count(dated, sender);
        return;
      }
      const timer = setTimeout(() => countWaiting(key), settled).unref();
      waiting.set(key, { event: dated, sender, timer });
    },
    settle() {
      for (const key of [...waiting.keys()]) countWaiting(key);
    },
  };
}

/** Repeating a search counts again. */
function isBeginning(earlier: string, later: string): boolean {
  const [one, other] = [earlier.toLowerCase(), later.toLowerCase()];
  return one !== other && other.startsWith(one);
}

function keyOf({ locale, categoryId }: SearchEvent, { headers, remoteAddress = '', user }: Caller): string {
  const key = JSON.stringify([remoteAddress, headers['user-agent'] ?? '', user?.id ?? 0, locale, categoryId]);
  // A digest, because visitors choose how long their user agent is.
  return hash('sha256', key, 'base64');
}
