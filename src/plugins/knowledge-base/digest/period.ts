import type { SettingsOf } from '../../../index.js';
import type { kbSettings } from '../settings.js';

export const DIGESTS = ['off', 'daily', 'weekly'] as const;

/** In the order of cron, where Sunday is 0. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** What a digest tells of: what came up after one moment and until another. */
export interface DigestPeriod {
  readonly since: Date;
  readonly until: Date;
}

/** The settings that say when digests are sent. */
export type DigestSettings = Pick<SettingsOf<typeof kbSettings>, 'digest' | 'digestHour' | 'digestWeekday'>;

/** When digests are due where the site is, as a pattern of cron; empty for never. */
export function digestCron({ digest, digestHour, digestWeekday }: DigestSettings): string {
  if (digest === 'off') return '';
  const weekday = digest === 'daily' ? '*' : WEEKDAYS.indexOf(digestWeekday);
  return `0 ${digestHour} * * ${weekday}`;
}

const DAY = 24 * 60 * 60 * 1000;
/** As far back as a digest looks, in milliseconds: what is older waits on the work list. */
const LONGEST = 31 * DAY;

/**
 * The period that ends at `until`. It begins where the last one ended, so that nothing is told twice or left out; for who
 * has never been told anything it is as long as the digests are apart.
 */
export function periodOf(until: Date, told: Date | null, digest: DigestSettings['digest']): DigestPeriod {
  const usual = digest === 'daily' ? DAY : 7 * DAY;
  const since = told ?? new Date(until.getTime() - usual);
  return { since: new Date(Math.max(since.getTime(), until.getTime() - LONGEST)), until };
}
