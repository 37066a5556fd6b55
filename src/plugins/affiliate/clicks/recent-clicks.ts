import { headerOf, type Visit } from './visit.js';

/** Clicks of the last moments, to tell a page that a link has just led to from one that was opened by itself. */
export interface RecentClicks {
  add(affiliateId: number, visit: Visit, clickId: string): void;
  /** The click by which the same browser came to the same affiliate a moment ago; null for none. */
  find(affiliateId: number, visit: Visit): string | null;
}

/** Milliseconds: a redirect, a slow page, and the visitor's answer to whether cookies may be set. */
const MOMENT = 60_000;
/** Clicks in memory; the oldest go. */
const MOST = 10_000;

/** In memory and of this process: who takes cookies is known by theirs. */
export function createRecentClicks(now: () => Date): RecentClicks {
  const clicks = new Map<string, { readonly clickId: string; readonly at: number }>();

  return {
    add(affiliateId, visit, clickId) {
      const key = keyOf(affiliateId, visit);
      // Those that were added last stand last.
      clicks.delete(key);
      clicks.set(key, { clickId, at: now().getTime() });
      for (const [oldest, { at }] of clicks) {
        if (clicks.size <= MOST && now().getTime() - at < MOMENT) break;
        clicks.delete(oldest);
      }
    },
    find(affiliateId, visit) {
      const click = clicks.get(keyOf(affiliateId, visit));
      return click && now().getTime() - click.at < MOMENT ? click.clickId : null;
    },
  };
}

function keyOf(affiliateId: number, { headers, remoteAddress = '' }: Visit): string {
  return `${affiliateId} ${remoteAddress} ${headerOf(headers, 'user-agent')}`;
}
