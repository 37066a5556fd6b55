import { isDay, LOCAL_TIME } from '../../../calendar.js';

/** First and last time that databases can store, in milliseconds. */
const MIN_TIME = Date.UTC(1000, 0, 1);
const MAX_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Leap seconds are well-formed but not supported by `Date`. */
export function toMoment(text: string): Date {
  return new Date(text.replace(/:60(?=\D|$)/, ':59'));
}

/** A time to be stored. */
export const STORED_MOMENT_ARG = {
  type: 'string',
  format: 'date-time',
  validate: (value: unknown): true | string => {
    const time = toMoment(String(value)).getTime();
    return (time >= MIN_TIME && time <= MAX_TIME) || 'Enter a time in the years 1000 to 9999.';
  },
} as const;

/** A time used as a filter. WordPress clients send local times of the site too. */
export const MOMENT_ARG = {
  type: 'string',
  anyOf: [{ format: 'date-time' }, { pattern: LOCAL_TIME.source }],
  description: "Without an offset: in the site's time zone.",
  validate: (value: unknown): true | string => isMoment(value) || 'Enter a day that exists.',
} as const;

/** A day or a time. */
export const DAY_OR_MOMENT_ARG = {
  type: 'string',
  anyOf: [{ format: 'date' }, { format: 'date-time' }],
  validate: MOMENT_ARG.validate,
} as const;

/** Clamps to the storable range, which matches the same rows. */
export function toBound(text: string, later = 0): Date {
  return new Date(Math.min(Math.max(toMoment(text).getTime() + later, MIN_TIME), MAX_TIME));
}

/** Returns the exclusive end: a day includes its last moment. */
export function toEnd(text: string): Date {
  return toBound(text, text.length > 'YYYY-MM-DD'.length ? 0 : 24 * 60 * 60 * 1000);
}

function isMoment(value: unknown): boolean {
  const text = String(value);
  return isDay(text.slice(0, 10)) && !Number.isNaN(toMoment(text).getTime());
}
