/** Days of one time zone, as `YYYY-MM-DD`. */
export interface Calendar {
  /** IANA name. */
  readonly timeZone: string;
  /** The day that a moment lies in. */
  dayOf(moment: Date): string;
  /** The first moment of a day; of a day that the zone has left out, that of the next. */
  startOf(day: string): Date;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** No zone is further from UTC than this. */
const FURTHEST = 26 * HOUR;

/** @throws RangeError for a zone that does not exist */
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
      // Clocks are changed at midnight in some zones, so that 0:00 may not be there or be there twice: it is looked for.
      let before = midnight(day) - FURTHEST;
      let after = midnight(day) + FURTHEST;
      while (after - before > MINUTE) {
        const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
        if (dayOf(new Date(middle)) < day) before = middle;
        else after = middle;
      }
      return new Date(after);
    },
  };
}

/** Whether it is written as a day and there is such a day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;
}

export function addDays(day: string, count: number): string {
  const date = new Date(midnight(day));
  date.setUTCDate(date.getUTCDate() + count);
  return toDay(date);
}

/** The same day of another year; 29 February is the 28th where there is none. */
export function addYears(day: string, count: number): string {
  const moved = new Date(midnight(day));
  moved.setUTCFullYear(moved.getUTCFullYear() + count);
  const date = toDay(moved);
  return date.slice(8) === day.slice(8) ? date : addDays(date, -1);
}

/** How many days there are, both ends included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnight(to) - midnight(from)) / (24 * HOUR)) + 1;
}

/** The Monday of a day's week (ISO 8601). */
export function weekOf(day: string): string {
  const weekday = new Date(midnight(day)).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The first of a day's month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Days are counted as those of UTC, where each has 24 hours. */
function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function toDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
