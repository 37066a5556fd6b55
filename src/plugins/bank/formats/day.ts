const MIN_YEAR = 1900;
const MAX_YEAR = 2999;
const MAX_DAY = 31;
/** Two-digit years from here on are in the 1900s; electronic statements started at about that time. */
const FIRST_SHORT_YEAR = 70;

/** A day read from a statement. */
export interface ReadDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Whether the day was moved to the last day of its month. Banks with 30-day months write 30 February. */
  readonly isCorrected: boolean;
}

/**
 * Validates a calendar day.
 * @param month 1 to 12
 * @returns null for an invalid day, or a year outside 1900 to 2999
 */
export function readDay(year: number, month: number, day: number): ReadDay | null {
  if (!(year >= MIN_YEAR && year <= MAX_YEAR && month >= 1 && month <= 12)) return null;
  if (!(day >= 1 && day <= MAX_DAY)) return null;
  const last = lengthOf(year, month);
  return { day: `${year}-${two(month)}-${two(Math.min(day, last))}`, isCorrected: day > last };
}

/** Expands a two-digit year to 1970 to 2069. */
export function fullYear(lastDigits: number): number {
  return lastDigits + (lastDigits >= FIRST_SHORT_YEAR ? 1900 : 2000);
}

function lengthOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}
