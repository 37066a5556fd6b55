import { addDays, type Calendar, createCalendar } from '../../../../calendar.js';
import type { Database } from '../../../../database.js';
import { invalidParam } from '../../domain/errors.js';
import { partsOf } from './months.js';
import { comparedPeriod, type DayRange, resolvePeriod } from './period.js';
import type { ReportQuery } from './report-query.js';
import type { Span } from './spans.js';

/** Number of days before today, in the site's time zone, for which events are kept. */
export const EVENT_DAYS = 30;

/** Period, comparison period and the data source of both. */
export interface ReportSpans {
  readonly calendar: Calendar;
  readonly range: DayRange;
  readonly span: Span;
  readonly compared: { readonly range: DayRange; readonly span: Span } | null;
}

/**
 * Resolves the spans of a report. Days in another time zone need events; for older periods, the site's time zone is
 * used instead, and the returned calendar says so.
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export async function spansOf(db: Database, site: Calendar, query: ReportQuery, now: Date): Promise<ReportSpans> {
  const requestedZone = query.tz === undefined || query.tz === site.timeZone ? site : zoneOf(query.tz);
  const first = query.period === 'all' ? await firstDay(db) : null;
  const oldestEvent = site.startOf(addDays(site.dayOf(now), -EVENT_DAYS));
  const resolve = (calendar: Calendar): DayRange => resolvePeriod(query, calendar.dayOf(now), first);
  const calendar =
    requestedZone === site || requestedZone.startOf(resolve(requestedZone).from) < oldestEvent ? site : requestedZone;
  const range = resolve(calendar);
  const compared = query.period === 'all' ? null : comparedPeriod(range, query.compare ?? 'previous');
  const spanOf = async (range: DayRange): Promise<Span> => {
    const start = calendar.startOf(range.from);
    return calendar === site || start < oldestEvent
      ? { of: 'days', range: range, parts: await partsOf(db, range) }
      : { of: 'moments', start, end: calendar.startOf(addDays(range.to, 1)) };
  };
  return {
    calendar,
    range,
    span: await spanOf(range),
    compared: compared && { range: compared, span: await spanOf(compared) },
  };
}

function zoneOf(name: string): Calendar {
  try {
    // Only some Node versions accept offsets like +02:00.
    if (/^[A-Za-z]/.test(name)) return createCalendar(name);
  } catch {
    // Reported below.
  }
  throw invalidParam('tz', `"${name}" is not a time zone. Use an IANA name such as Europe/Prague.`);
}

async function firstDay(db: Database): Promise<string | null> {
  const row = await db.query
    .selectFrom('kb_stats_days')
    .select((eb) => eb.fn.min<string | null>('day').as('day'))
    .executeTakeFirst();
  return row?.day ?? null;
}
