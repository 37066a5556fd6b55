import type { Article } from './article.js';

/** The date in a time zone, as `YYYY-MM-DD`. @param timeZone IANA name */
export function dateIn(timeZone: string, at: Date): string {
  // Swedish writes dates as ISO 8601 does.
  return at.toLocaleDateString('sv-SE', { timeZone });
}

/** Whether nobody vouches for an article any more: the last day that was named is over where the site is. */
export function isStale({ reviewBy }: Pick<Article, 'reviewBy'>, timeZone: string, at = new Date()): boolean {
  return reviewBy !== null && reviewBy < dateIn(timeZone, at);
}
