import { type Database, utc } from '../../../index.js';
import type { DayRange } from './period.js';

/**
 * Where numbers come from: the sums of days, which are those of the site's zone, or the events between two moments, for
 * days of another zone. Visitors are told apart within a day of the site's zone in both.
 */
export type Span =
  | {
      readonly of: 'days';
      readonly range: DayRange;
      /** The rows to be summed up, by their names: of days, and of whole months. */
      readonly parts: readonly DayRange[];
    }
  /** The end is not included. */
  | { readonly of: 'moments'; readonly start: Date; readonly end: Date };

/** The events of a span. */
export function eventsWithin(db: Database, { start, end }: { readonly start: Date; readonly end: Date }) {
  return db.query
    .selectFrom('kb_events')
    .where('kb_events.at', '>=', utc.encode(start))
    .where('kb_events.at', '<', utc.encode(end));
}
