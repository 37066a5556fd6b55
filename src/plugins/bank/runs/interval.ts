/**
 * When the next run may begin.
 * @param lastStart of the last run that stored something; null for none
 * @param interval seconds between two beginnings
 * @returns null for now
 */
export function nextStart(lastStart: Date | null, interval: number, now: Date): Date | null {
  if (!lastStart) return null;
  const next = new Date(lastStart.getTime() + interval * 1000);
  // A beginning that is still to come is of a clock that was wrong.
  const isPast = lastStart.getTime() <= now.getTime();
  return isPast && next.getTime() > now.getTime() ? next : null;
}
