import { type Database, utc } from '../../../../database.js';
import type { DayRange } from './period.js';

/**
 * Data source of a report: daily sums in the site's time zone, or raw events for days in another time zone. Both
 * distinguish visitors within a day of the site's time zone.
 */
export type Span =
  | {
      readonly of: 'days';
      readonly range: DayRange;
      /** Ranges of row names to sum up: days and whole months. */
      readonly parts: readonly DayRange[];
    }
  /** Exclusive end. */
  | { readonly of: 'moments'; readonly start: Date; readonly end: Date };

/** Selects the events of a span. */
export function eventsWithin(db: Database, { start, end }: { readonly start: Date; readonly end: Date }) {
  return db.query
    .selectFrom('kb_events')
    .where('kb_events.at', '>=', utc.encode(start))
    .where('kb_events.at', '<', utc.encode(end));
}
