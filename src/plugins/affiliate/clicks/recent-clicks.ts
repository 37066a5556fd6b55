import { hash } from 'node:crypto';
import { headerOf, type Visit } from './visit.js';

/** Clicks of the last minute. They distinguish a page opened through a link from one opened directly. */
export interface RecentClicks {
  add(affiliateId: number, visit: Visit, clickId: string): void;
  /** The latest click of the same browser for the same affiliate; null if there is none. */
  find(affiliateId: number, visit: Visit): string | null;
}

/** Milliseconds, enough for a redirect, a slow page, and the visitor's answer to a consent banner. */
const MAX_AGE = 60_000;
/** Maximum number of clicks in memory; the oldest are dropped. */
const MAX_CLICKS = 10_000;

/** Creates a store in the memory of this process. It is used only for visitors without cookies. */
export function createRecentClicks(now: () => Date): RecentClicks {
  const clicks = new Map<string, { readonly clickId: string; readonly at: number }>();

  return {
    add(affiliateId, visit, clickId) {
      const key = keyOf(affiliateId, visit);
      // Insertion order is age.
      clicks.delete(key);
      clicks.set(key, { clickId, at: now().getTime() });
      for (const [oldest, { at }] of clicks) {
        if (clicks.size <= MAX_CLICKS && now().getTime() - at < MAX_AGE) break;
        clicks.delete(oldest);
      }
    },
    find(affiliateId, visit) {
      const click = clicks.get(keyOf(affiliateId, visit));
      return click && now().getTime() - click.at < MAX_AGE ? click.clickId : null;
    },
  };
}

function keyOf(affiliateId: number, { headers, remoteAddress = '' }: Visit): string {
  // A digest, because visitors choose the length of their user agent.
  return hash('sha256', `${affiliateId} ${remoteAddress} ${headerOf(headers, 'user-agent')}`, 'base64');
}
