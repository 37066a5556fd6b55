/**
 * Returns the first day for which records must be retained.
 * Laws count from the end of the year: with ten years, bookings of 2016 are kept through 2026.
 * @returns `YYYY-MM-DD`
 */
export function retainedFrom(now: Date, years: number): string {
  return `${now.getUTCFullYear() - years}-01-01`;
}
