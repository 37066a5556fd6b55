/**
 * Formats a time in the site's time zone for a form field: `2026-11-22T16:30`.
 * @param moment ISO 8601
 */
export function toLocalTime(moment: string, timeZone: string): string {
  const time = new Date(moment).getTime();
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 16);
}

/**
 * Parses a local time.
 * @param local as {@link toLocalTime} formats it
 * @returns ISO 8601 in UTC, null if invalid. Of a repeated hour the first is used; a time in a skipped hour moves
 *   forward by the length of the gap
 */
export function toMoment(local: string, timeZone: string): string | null {
  const plain = new Date(`${local}Z`).getTime();
  if (Number.isNaN(plain)) return null;
  // The offset before a clock change is that of the day before, and no offset exceeds a day.
  const before = plain - offsetAt(plain - DAY, timeZone);
  const after = plain - offsetAt(plain + DAY, timeZone);
  const isAnnounced = before + offsetAt(before, timeZone) === plain;
  const isAnnouncedLater = after + offsetAt(after, timeZone) === plain;
  return new Date(isAnnounced || !isAnnouncedLater ? before : after).toISOString();
}

const DAY = 24 * 60 * 60 * 1000;

/** Returns the offset from UTC in milliseconds. */
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
  const shownTime = Date.UTC(year, month - 1, day, hour, minute, second);
  return shownTime - Math.floor(time / 1000) * 1000;
}
