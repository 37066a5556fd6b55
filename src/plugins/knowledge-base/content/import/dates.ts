const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
/** Zones of RFC 822, section 5.1, as offsets in hours. Others are ambiguous. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

/** ISO 8601, RFC 3339, and the forms of YAML and Jekyll: `2026-03-05 10:00 +0100`. */
const YEAR_FIRST =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]\s{0,3}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s{0,3}(Z|[A-Z]{2,4}|[+-]\d{2}(?::?\d{2})?)?(?:\s{1,3}[A-Z]{3,4})?)?$/i;
/** RFC 1123, 850 and 822: `Thu, 05 Mar 2026 10:00:00 GMT`, `05 Mar 26 10:00 +0100`; `05 Mar 2026`. */
const DAY_FIRST =
  /^(?:[a-z]{3,9},?\s{1,3})?(\d{1,2})[\s-]([a-z]{3,9})[\s-](\d{4}|\d{2})(?:\s{1,3}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s{0,3}(Z|[A-Z]{2,4}|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** ANSI C, Unix and Ruby: `Thu Mar  5 10:00:00 2026`, `Thu Mar 05 10:00:00 +0100 2026`. */
const YEAR_LAST =
  /^[a-z]{3}\s{1,3}([a-z]{3})\s{1,3}(\d{1,2})\s{1,3}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s{1,3}(?:(Z|[A-Z]{2,4}|[+-]\d{2}(?::?\d{2})?)\s{1,3})?(\d{4})$/i;
/** `March 5, 2026` */
const WRITTEN = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i;

/**
 * Parses a date in the formats that Hugo and Jekyll document. Times without a zone are UTC, so that the result does
 * not depend on the machine. Formats with the month as a number after the day are ambiguous and not read.
 * @see https://gohugo.io/functions/time/astime/ and https://jekyllrb.com/docs/front-matter/
 * @returns null for anything else, including days that do not exist
 */
export function parseDate(value: unknown): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const first = YEAR_FIRST.exec(text);
  if (first) {
    const [, year, month, day, ...time] = first;
    return dateOf(Number(year), Number(month), Number(day), time);
  }
  const second = DAY_FIRST.exec(text);
  if (second) {
    const [, day, month = '', year = '', ...time] = second;
    return dateOf(fullYear(year), monthOf(month), Number(day), time);
  }
  const third = YEAR_LAST.exec(text);
  if (third) {
    const [, month = '', day, ...rest] = third;
    return dateOf(Number(rest.at(-1)), monthOf(month), Number(day), rest);
  }
  const [, month = '', day, year] = WRITTEN.exec(text) ?? [];
  return month === '' ? null : dateOf(Number(year), monthOf(month), Number(day), []);
}

/** @param time hours, minutes, seconds, fraction and zone as matched */
function dateOf(year: number, month: number, day: number, time: readonly (string | undefined)[]): Date | null {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '', zone = 'Z'] = time;
  const offset = offsetOf(zone);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
  if (!isDay || !isTime || offset === null) return null;
  date.setUTCHours(Number(hours), Number(minutes), Number(seconds), Number(fraction.padEnd(3, '0').slice(0, 3)));
  return new Date(date.getTime() - offset * 60_000);
}

/** Minutes ahead of UTC; null for an unknown zone. */
function offsetOf(zone: string): number | null {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const offset = ZONES[zone.toLowerCase()];
  return offset === undefined ? null : offset * 60;
}

function monthOf(name: string): number {
  const full = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
  const index = MONTHS.findIndex((month) => name.toLowerCase().startsWith(month));
  const isName = index !== -1 && full.format(Date.UTC(2000, index)).toLowerCase().startsWith(name.toLowerCase());
  return isName ? index + 1 : 0;
}

/** Two digits are a year from 1969 to 2068, as in Go. */
function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length === 4 ? year : year + (year < 69 ? 2000 : 1900);
}
