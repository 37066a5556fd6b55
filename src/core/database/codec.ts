import { HostError } from '../errors.js';

const UTC_TEXT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})?$/;
/** Servers cannot store earlier years. */
const FIRST_YEAR = 1000;

/**
 * Codec for date-times: `YYYY-MM-DD HH:MM:SS.mmm` in UTC, years 1000 to 9999. The text sorts chronologically.
 * @example
 * await db.query.insertInto('acme_recipes').values({ title, created_at: utc.encode(new Date()) }).execute();
 */
export const utc = {
  /** @throws HostError `database_value_invalid` for an invalid date or a year that servers cannot store */
  encode(date: Date): string {
    const year = date.getUTCFullYear();
    if (!(year >= FIRST_YEAR && year <= 9999)) {
      throw invalid('A date to be stored must be valid and lie in the years 1000 to 9999.', String(date));
    }
    return date.toISOString().replace('T', ' ').slice(0, -1);
  },
  /**
   * @param text with or without milliseconds
   * @throws HostError `database_value_invalid`
   */
  decode(text: string): Date {
    const date = new Date(UTC_TEXT.test(text) ? `${text.replace(' ', 'T')}Z` : Number.NaN);
    // `Date` parses 30 February as 2 March, and 24:00 as the next day.
    if (date.getUTCDate() !== Number(text.slice(8, 10)) || date.getUTCFullYear() < FIRST_YEAR) {
      throw invalid('A stored date-time must look like 2026-01-31 23:59:59.000 and exist.', text);
    }
    return date;
  },
};

/** Codec for booleans: 0 and 1. */
export const bool = {
  encode(value: boolean): 0 | 1 {
    return value ? 1 : 0;
  },
  /** @throws HostError `database_value_invalid` */
  decode(value: number | bigint | boolean): boolean {
    const number = Number(value);
    if (number !== 0 && number !== 1) throw invalid('A stored boolean must be 0 or 1.', String(value));
    return number === 1;
  },
};

/** Codec for JSON documents, stored as text. */
export const json = {
  /**
   * @throws HostError `database_value_invalid` for values without a JSON form: undefined, functions, bigints, cycles
   */
  encode(value: unknown): string {
    const text = stringify(value);
    if (text === undefined)
      throw invalid('undefined and functions cannot be stored as JSON; store null instead.', String(value));
    return text;
  },
  /**
   * @param value text, or the parsed document if the driver already parsed it
   * @throws HostError `database_value_invalid`
   */
  decode(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch (error) {
      throw invalid('A stored JSON document cannot be read; correct or empty the column.', value.slice(0, 80), error);
    }
  },
};

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw invalid('The value cannot be stored as JSON.', String(value), error);
  }
}

function invalid(message: string, value: string, cause?: unknown): HostError {
  return new HostError('database_value_invalid', message, { value }, { cause });
}
