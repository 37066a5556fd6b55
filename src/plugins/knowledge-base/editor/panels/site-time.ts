/** Moments as fields of forms show them where the site is: `2026-11-22T16:30`. */

/** @param moment ISO 8601 */
export function toLocalTime(moment: string, timeZone: string): string {
  const time = new Date(moment).getTime();
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 16);
}

/**
 * @param local as {@link toLocalTime} writes it
 * @returns ISO 8601 in UTC; of an hour that is there twice the first, and for one that is skipped the time as far after
 *   it; null for what is no time
 */
export function toMoment(local: string, timeZone: string): string | null {
  const plain = new Date(`${local}Z`).getTime();
  if (Number.isNaN(plain)) return null;
  // The offset before a change of the clocks may be that of a day earlier, and none is longer than a day.
  const before = plain - offsetAt(plain - DAY, timeZone);
  const after = plain - offsetAt(plain + DAY, timeZone);
  const isTold = before + offsetAt(before, timeZone) === plain;
  const isToldLater = after + offsetAt(after, timeZone) === plain;
  return new Date(isTold || !isToldLater ? before : after).toISOString();
}

const DAY = 24 * 60 * 60 * 1000;

/** Milliseconds that the clocks there are ahead of UTC. */
function offsetAt(time: number, timeZone: string): number {
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
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(time / 1000) * 1000;
}
