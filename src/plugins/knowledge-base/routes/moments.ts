/** The first and the last moment that databases hold. */
const EARLIEST = Date.UTC(1000, 0, 1);
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Leap seconds are well-formed, and no clock here has them. */
export function toMoment(text: string): Date {
  return new Date(text.replace(/:60(?=\D|$)/, ':59'));
}

/** A moment that is kept. */
export const STORED_MOMENT_ARG = {
  type: 'string',
  format: 'date-time',
  validate: (value: unknown): true | string => {
    const time = toMoment(String(value)).getTime();
    return (time >= EARLIEST && time <= LATEST) || 'Name a moment in the years 1000 to 9999.';
  },
} as const;

/** A moment that a list is narrowed by. */
export const MOMENT_ARG = {
  type: 'string',
  format: 'date-time',
  validate: (value: unknown): true | string => isMoment(value) || 'Name a day that there is.',
} as const;

/** A day, or a moment on it. */
export const DAY_OR_MOMENT_ARG = {
  type: 'string',
  anyOf: [{ format: 'date' }, { format: 'date-time' }],
  validate: MOMENT_ARG.validate,
} as const;

/** Before the first moment there is nothing, nor after the last: the nearest one finds the same. */
export function toBound(text: string, later = 0): Date {
  return new Date(Math.min(Math.max(toMoment(text).getTime() + later, EARLIEST), LATEST));
}

/** The first moment that is out of it again: a day includes its last moment. */
export function toEnd(text: string): Date {
  return toBound(text, text.length > 'YYYY-MM-DD'.length ? 0 : 24 * 60 * 60 * 1000);
}

function isMoment(value: unknown): boolean {
  return !Number.isNaN(toMoment(String(value)).getTime());
}
