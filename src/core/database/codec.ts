import { HostError } from '../errors.js';

const UTC_TEXT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?$/;

/** Moments as UTC text `YYYY-MM-DD HH:MM:SS.mmm`, the same in every dialect and in the order of time. */
export const utc = {
  /** @throws HostError `codec_invalid` for an invalid date */
  encode(date: Date): string {
    if (Number.isNaN(date.getTime())) throw new HostError('codec_invalid', 'An invalid date cannot be stored.');
    return date.toISOString().replace('T', ' ').replace('Z', '');
  },
  /** @throws HostError `codec_invalid` for text that is no such moment */
  decode(text: string): Date {
    const date = new Date(`${text.replace(' ', 'T')}Z`);
    if (!UTC_TEXT.test(text) || Number.isNaN(date.getTime())) {
      throw new HostError('codec_invalid', `The database holds "${text}" where a date should be.`);
    }
    return date;
  },
} as const;

/** Booleans as 0 and 1. */
export const bool = {
  encode: (value: boolean): 0 | 1 => (value ? 1 : 0),
  decode: (value: number): boolean => value !== 0,
} as const;

/** JSON as text. Some servers hand JSON columns over parsed already: both forms are read. */
export const json = {
  encode: (value: unknown): string => JSON.stringify(value),
  /** @throws HostError `codec_invalid` for text that is no JSON */
  decode(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch (error) {
      throw new HostError('codec_invalid', 'The database holds damaged JSON.', {}, { cause: error });
    }
  },
} as const;
