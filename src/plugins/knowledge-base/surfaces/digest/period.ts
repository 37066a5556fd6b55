export const DIGESTS = ['off', 'daily', 'weekly'] as const;

/** Weekdays in cron order, where Sunday is 0. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Period of a digest, exclusive start and inclusive end. */
export interface DigestPeriod {
  readonly since: Date;
  readonly until: Date;
}

/** Settings for the digest schedule. */
export interface DigestSettings {
  readonly digest: (typeof DIGESTS)[number];
  readonly digestHour: number;
  readonly digestWeekday: (typeof WEEKDAYS)[number];
}

/** Returns the cron pattern in the site's time zone; empty if digests are off. */
export function digestCron({ digest, digestHour, digestWeekday }: DigestSettings): string {
  if (digest === 'off') return '';
  const weekday = digest === 'daily' ? '*' : WEEKDAYS.indexOf(digestWeekday);
  return `0 ${digestHour} * * ${weekday}`;
}

const DAY = 24 * 60 * 60 * 1000;
/** Maximum period of a digest in milliseconds. Older work is on the work list. */
const MAX_PERIOD = 31 * DAY;

/**
 * Returns the period that ends at `until`.
 * It starts where the last one ended, so that nothing is repeated or left out. A first digest covers one interval.
 */
export function periodOf(until: Date, lastDigest: Date | null, digest: DigestSettings['digest']): DigestPeriod {
  const usual = digest === 'daily' ? DAY : 7 * DAY;
  const since = lastDigest ?? new Date(until.getTime() - usual);
  return { since: new Date(Math.max(since.getTime(), until.getTime() - MAX_PERIOD)), until };
}
