const EARLIEST_YEAR = 1900;
const LATEST_YEAR = 2999;
const LONGEST_MONTH = 31;
/** Years of two digits from here on are of the last century: statements on computers began about then. */
const FIRST_SHORT_YEAR = 70;

/** A day that a statement says. */
export interface ReadDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /**
   * Whether the month is shorter than the statement says: banks whose months have thirty days write 30 February. It is
   * the last day of that month then.
   */
  readonly isCorrected: boolean;
}

/** @param month 1 to 12 @returns null for what is no day of a calendar, and for years no statement is of, such as 0 */
export function readDay(year: number, month: number, day: number): ReadDay | null {
  if (!(year >= EARLIEST_YEAR && year <= LATEST_YEAR && month >= 1 && month <= 12)) return null;
  if (!(day >= 1 && day <= LONGEST_MONTH)) return null;
  const last = lengthOf(year, month);
  return { day: `${year}-${two(month)}-${two(Math.min(day, last))}`, isCorrected: day > last };
}

/** The year that the last two digits of one mean: 1970 to 2069. */
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
