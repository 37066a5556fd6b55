import type { Calendar } from '../../../../calendar.js';
import { type Database, type Selectable, utc } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import { type EventKind, queryKey, type RecordedEvent } from './event.js';

/** Rows per statement: SQLite allows 32,766 values. */
const ROWS = 500;
const PAGE = 5000;

/** Stores raw events, within the caller's transaction. */
export async function insertEvents(db: Database, events: readonly RecordedEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += ROWS) {
    await db.query
      .insertInto('kb_events')
      .values(
        events.slice(start, start + ROWS).map((event) => ({
          kind: event.kind,
          at: utc.encode(event.at),
          article_id: event.articleId,
          category_id: event.categoryId,
          locale: event.locale,
          visitor: event.visitor,
          query: event.query,
          query_key: event.query === null ? null : queryKey(event.query),
          number: event.number,
        })),
      )
      .execute();
  }
}

/** Loads the stored events of a day in chronological order. */
export async function eventsOfDay(db: Database, calendar: Calendar, day: string, end: Date): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  let after = { at: utc.encode(calendar.startOf(day)), id: 0 };
  for (;;) {
    const { at, id } = after;
    const rows = await db.query
      .selectFrom('kb_events')
      .selectAll()
      .where((eb) => eb.or([eb('at', '>', at), eb.and([eb('at', '=', at), eb('id', '>', id)])]))
      .where('at', '>=', at)
      .where('at', '<', utc.encode(end))
      .orderBy('at')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    events.push(...rows.map((row) => toEvent(row, day)));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return events;
    after = last;
  }
}

function toEvent(row: Selectable<Tables['kb_events']>, day: string): RecordedEvent {
  return {
    kind: row.kind as EventKind,
    at: utc.decode(row.at),
    day,
    articleId: row.article_id,
    categoryId: row.category_id,
    locale: row.locale,
    visitor: row.visitor,
    query: row.query,
    number: row.number,
  };
}
