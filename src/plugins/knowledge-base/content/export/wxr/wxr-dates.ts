/** Formats a date as `2026-11-22 07:00:00`, in UTC. */
export function gmt(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats a date in the same way, in the site's time zone. */
export function localTime(date: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(date);
}
