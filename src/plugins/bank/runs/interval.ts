/**
 * Returns the earliest start of the next run.
 * @param lastStart start of the last run other than dry runs; null for none
 * @param interval seconds between two starts
 * @returns null if it may start now
 */
export function nextStart(lastStart: Date | null, interval: number, now: Date): Date | null {
  if (!lastStart) return null;
  const next = new Date(lastStart.getTime() + interval * 1000);
  // A start in the future comes from a wrong clock.
  const isPast = lastStart.getTime() <= now.getTime();
  return isPast && next.getTime() > now.getTime() ? next : null;
}
