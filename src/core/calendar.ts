/** Calendar days of one time zone, as `YYYY-MM-DD`. */
export interface Calendar {
  /** IANA name. */
  readonly timeZone: string;
  /** Returns the day that contains a moment. */
  dayOf(moment: Date): string;
  /** Returns the first moment of a day. For a day skipped by the zone, the first moment of the next day. */
  startOf(day: string): Date;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Upper bound for the difference between any zone and UTC. */
const MAX_OFFSET = 26 * HOUR;

/**
 * Creates the calendar of a time zone.
 * @param timeZone IANA name, such as `site.timezone`
 * @throws RangeError for a zone that does not exist
 * @example
 * const calendar = createCalendar('Europe/Berlin');
 * calendar.dayOf(new Date()); // '2026-03-14'
 * calendar.startOf('2026-03-14'); // Date of midnight in Berlin
 */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });

  function dayOf(moment: Date): string {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
  }

  return {
    timeZone,
    dayOf,
    startOf(day) {
      // Binary search, because clocks change at midnight in some zones: 0:00 may be missing or occur twice.
      let before = midnight(day) - MAX_OFFSET;
      let after = midnight(day) + MAX_OFFSET;
      while (after - before > MINUTE) {
        const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
        if (dayOf(new Date(middle)) < day) before = middle;
        else after = middle;
      }
      return new Date(after);
    },
  };
}

/** Whether the text is a valid, existing day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Returns the start of a day, or the time in ISO 8601, for filters of lists.
 * @param isEnd returns the end instead, for an inclusive upper bound: the first moment after it
 * @returns null for an invalid text and for times that databases cannot store
 * @example
 * dayOrMoment('2026-01-31', calendar, true); // midnight of 1 February
 */
export function dayOrMoment(text: string, calendar: Calendar, isEnd = false): Date | null {
  if (isDay(text) && text >= '1000-01-02' && text <= '9999-12-30')
    return calendar.startOf(isEnd ? addDays(text, 1) : text);
  const time = MOMENT.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  const moment = new Date(isEnd ? time + 1 : time);
  return moment.getUTCFullYear() >= 1000 && moment.getUTCFullYear() <= 9999 ? moment : null;
}

/**
 * Converts a local time to UTC.
 * @param local such as `2026-11-22T16:30`, with or without seconds
 * @param timeZone IANA name, such as `site.timezone`
 * @returns ISO 8601 in UTC, null if invalid. Of a repeated hour the first is used; a time in a skipped hour moves
 *   forward by the length of the gap
 * @example
 * localToUtc('2026-06-01T12:30', 'Europe/Berlin'); // '2026-06-01T10:30:00.000Z'
 */
export function localToUtc(local: string, timeZone: string): string | null {
  const plain = new Date(`${local}Z`).getTime();
  if (Number.isNaN(plain)) return null;
  // The offset before a clock change is that of the day before, and no offset exceeds a day.
  const before = plain - offsetAt(plain - 24 * HOUR, timeZone);
  const after = plain - offsetAt(plain + 24 * HOUR, timeZone);
  const isAnnounced = before + offsetAt(before, timeZone) === plain;
  const isAnnouncedLater = after + offsetAt(after, timeZone) === plain;
  return new Date(isAnnounced || !isAnnouncedLater ? before : after).toISOString();
}

/**
 * Returns the offset of a time zone from UTC in milliseconds, positive to the east.
 * @param time in milliseconds since 1970
 */
export function offsetAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const numberOf = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = ['year', 'month', 'day'].map(numberOf) as [number, number, number];
  const [hour, minute, second] = ['hour', 'minute', 'second'].map(numberOf) as [number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

/** Local time with a year of four digits, with or without seconds: `2026-11-22T16:30`. */
export const LOCAL_TIME = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/**
 * Moves a day by a number of days, which may be negative.
 * @param day `YYYY-MM-DD`
 * @example
 * addDays('2026-02-28', 1); // '2026-03-01'
 */
export function addDays(day: string, count: number): string {
  const date = new Date(midnight(day));
  date.setUTCDate(date.getUTCDate() + count);
  return toDay(date);
}

/** Moves a day by years. 29 February becomes the 28th in years without it. */
export function addYears(day: string, count: number): string {
  const moved = new Date(midnight(day));
  moved.setUTCFullYear(moved.getUTCFullYear() + count);
  const date = toDay(moved);
  return date.slice(8) === day.slice(8) ? date : addDays(date, -1);
}

/** Counts the days from one day to another, both included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnight(to) - midnight(from)) / (24 * HOUR)) + 1;
}

/** Returns the Monday of a day's week (ISO 8601). */
export function weekOf(day: string): string {
  const weekday = new Date(midnight(day)).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Returns the first day of a day's month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Calculates in UTC, where every day has 24 hours. */
function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function toDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
