import type { Article } from './article.js';

/** Returns the date in a time zone as `YYYY-MM-DD`. @param timeZone IANA name */
export function dateIn(timeZone: string, at: Date): string {
  // Swedish dates use the ISO 8601 format.
  return at.toLocaleDateString('sv-SE', { timeZone });
}

/** Tells whether an article is stale: its review date has passed in the site's time zone. */
export function isStale({ reviewBy }: Pick<Article, 'reviewBy'>, timeZone: string, at = new Date()): boolean {
  return reviewBy !== null && reviewBy < dateIn(timeZone, at);
}
