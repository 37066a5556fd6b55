/**
 * The first day of those whose books are still to be kept. Laws count from the end of the year: with ten years, what was
 * booked in 2016 is kept through 2026.
 * @returns `YYYY-MM-DD`
 */
export function keptFrom(now: Date, years: number): string {
  return `${now.getUTCFullYear() - years}-01-01`;
}
